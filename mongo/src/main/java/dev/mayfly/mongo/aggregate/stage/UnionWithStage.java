package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.FieldErrors;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $unionWith}: appends the documents of another collection. */
public record UnionWithStage(String collection, Pipeline pipeline) implements Stage {
  public static Stage parse(BsonValue specification, PipelineScope scope) {
    if (specification.isString()) {
      String collection = ForeignName.checked("$unionWith", specification.asString().getValue());
      return new UnionWithStage(collection, parse(new BsonArray(), collection, scope));
    }
    if (!specification.isDocument()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "the $unionWith stage specification must be an object or string, but found "
              + TypeNames.of(specification));
    }
    String collection = null;
    BsonValue pipeline = new BsonArray();
    for (Map.Entry<String, BsonValue> option : specification.asDocument().entrySet()) {
      switch (option.getKey()) {
        case "coll" -> collection = ForeignName.checked("$unionWith", text(option.getValue()));
        case "pipeline" -> pipeline = option.getValue();
        default -> throw FieldErrors.unknown("$unionWith." + option.getKey());
      }
    }
    Pipeline parsed = parse(pipeline, collection, scope);
    if (collection == null && !parsed.hasDocuments()) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE,
          "$unionWith stage without explicit collection must have a pipeline with $documents"
              + " as first stage");
    }
    return new UnionWithStage(collection, parsed);
  }

  private static Pipeline parse(BsonValue pipeline, String collection, PipelineScope scope) {
    return Pipeline.parse(pipeline, scope.inside("$unionWith", collection, Set.of()));
  }

  private static String text(BsonValue value) {
    if (!value.isString()) {
      throw FieldErrors.wrongType("$unionWith.coll", TypeNames.of(value), "string");
    }
    return value.asString().getValue();
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return new DerivedStream(source) {
      private DocumentStream other;

      @Override
      public BsonDocument next() {
        if (other == null) {
          BsonDocument own = source.next();
          if (own != null) {
            return own;
          }
          other = pipeline.openOn(namespace(context), variables, context);
        }
        return other.next();
      }

      @Override
      public void close() {
        super.close();
        if (other != null) {
          other.close();
        }
      }
    };
  }

  private Namespace namespace(PipelineContext context) {
    return collection == null
        ? context.namespace()
        : new Namespace(context.namespace().database(), collection);
  }
}
