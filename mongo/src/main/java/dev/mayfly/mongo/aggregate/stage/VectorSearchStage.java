package dev.mayfly.mongo.aggregate.stage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.DerivedStream;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.PipelineContext;
import dev.mayfly.mongo.aggregate.PipelineScope;
import dev.mayfly.mongo.aggregate.SourceStage;
import dev.mayfly.mongo.aggregate.Stage;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.vector.VectorSearch;
import dev.mayfly.mongo.vector.VectorSearchParser;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $vectorSearch}: the documents of the collection whose vectors are the nearest. */
public record VectorSearchStage(VectorSearch search) implements SourceStage {
  public VectorSearchStage {
    requireNonNull(search, "search");
  }

  public static Stage parse(BsonValue specification, PipelineScope scope) {
    return new VectorSearchStage(VectorSearchParser.parse(specification, scope.context()));
  }

  @Override
  public DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    source.close();
    DocumentStream found = context.nearest(context.namespace(), search);
    return new DerivedStream(found) {
      @Override
      public BsonDocument next() {
        BsonDocument next = found.next();
        if (next != null) {
          search.enter(next);
        }
        return next;
      }

      @Override
      public boolean isExhausted() {
        return found.isExhausted();
      }

      @Override
      public boolean back() {
        return found.back();
      }
    };
  }
}
