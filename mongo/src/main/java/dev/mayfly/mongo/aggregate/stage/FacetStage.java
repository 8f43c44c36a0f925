package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.DrainedStream;
import dev.mayfly.mongo.aggregate.HeldDocuments;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.aggregate.PathSetter;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.aggregate.Steps;
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

/** {@code $facet}: several pipelines over the same documents, and their results side by side. */
public final class FacetStage implements Stage {
  private static final int NOT_AN_OBJECT = 40169;
  private static final int NOT_AN_ARRAY = 40170;
  private static final int NOT_AN_OBJECT_STAGE = 40171;

  private final Map<String, Pipeline> pipelines;

  private FacetStage(Map<String, Pipeline> pipelines) {
    this.pipelines = pipelines;
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (!specification.isDocument() || specification.asDocument().isEmpty()) {
      throw new MongoException(
          NOT_AN_OBJECT, "the $facet specification must be a non-empty object");
    }
    Map<String, Pipeline> pipelines = new LinkedHashMap<>();
    for (Map.Entry<String, BsonValue> facet : specification.asDocument().entrySet()) {
      String name = facet.getKey();
      PathSetter.checkFieldName(name);
      if (!facet.getValue().isArray()) {
        throw new MongoException(
            NOT_AN_ARRAY,
            "arguments to $facet must be arrays, "
                + name
                + " is type "
                + TypeNames.of(facet.getValue()));
      }
      for (BsonValue stage : facet.getValue().asArray()) {
        if (!stage.isDocument()) {
          throw new MongoException(
              NOT_AN_OBJECT_STAGE,
              "elements of arrays in $facet spec must be non-empty objects, "
                  + name
                  + " argument contained an element of type "
                  + TypeNames.of(stage)
                  + ": "
                  + BsonText.of(stage));
        }
      }
      pipelines.put(name, Pipeline.parse(facet.getValue(), scope.inside("$facet", Set.of())));
    }
    return new FacetStage(pipelines);
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    Steps steps = new Steps(context);
    // One account for what all branches give.
    MemoryUse output = MemoryUse.of("$facet", context);
    return new DrainedStream(source) {
      @Override
      protected DocumentStream drain() {
        MemoryUse memory = MemoryUse.of("$facet", context);
        try (HeldDocuments input = HeldDocuments.all(source, memory, steps)) {
          BsonDocument results = new BsonDocument();
          pipelines.forEach(
              (name, pipeline) -> {
                DocumentStream each = DocumentStreams.of(input.documents());
                DocumentStream branch = pipeline.open(each, variables, context);
                results.put(
                    name, new BsonArray(HeldDocuments.all(branch, output, steps).documents()));
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
