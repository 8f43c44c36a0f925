package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.BlockingStream;
import dev.mayfly.mongo.aggregate.BufferedDocuments;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.InterruptCheck;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $facet}: several pipelines over the same input. */
public record FacetStage(Map<String, Pipeline> pipelines) implements Stage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument() || specification.asDocument().isEmpty()) {
      throw new MongoException(40169, "the $facet specification must be a non-empty object");
    }
    Map<String, Pipeline> pipelines = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> facet : specification.asDocument().entrySet()) {
      String name = facet.getKey();
      PathSetter.checkFieldName(name);
      if (!facet.getValue().isArray()) {
        throw new MongoException(
            40170,
            "arguments to $facet must be arrays, %s is type %s"
                .formatted(name, TypeNames.of(facet.getValue())));
      }
      for (BsonValue stage : facet.getValue().asArray()) {
        if (!stage.isDocument()) {
          throw new MongoException(
              40171,
              ("elements of arrays in $facet spec must be non-empty objects, %s argument "
                      + "contained an element of type %s: %s")
                  .formatted(name, TypeNames.of(stage), BsonText.of(stage)));
        }
      }
      pipelines.put(name, Pipeline.parse(facet.getValue(), scope.inside("$facet", null, Set.of())));
    }
    return new FacetStage(pipelines);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    InterruptCheck steps = new InterruptCheck(context);
    // One account for the results of all branches.
    MemoryUse output = MemoryUse.of("$facet", context);
    return new BlockingStream(source) {
      @Override
      protected DocumentStream drain() {
        MemoryUse memory = MemoryUse.of("$facet", context);
        try (BufferedDocuments input = BufferedDocuments.all(source, memory, steps)) {
          BsonDocument results = new BsonDocument();
          pipelines.forEach(
              (name, pipeline) -> {
                DocumentStream each = DocumentStreams.of(input.documents());
                DocumentStream branch = pipeline.open(each, variables, context);
                results.put(
                    name, new BsonArray(BufferedDocuments.all(branch, output, steps).documents()));
              });
          return DocumentStreams.of(List.of(results));
        }
      }

      @Override
      public void close() {
        super.close();
        output.close();
      }
    };
  }
}
