package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** A stage that maps one document to one document; pipeline updates use it too. */
public interface DocumentStage extends Stage {
  /** The memory of larger stored documents is accounted for when they are materialized. */
  int LARGE_BYTES = 16 << 10;

  /**
   * @param variables of the scope around the pipeline, without the document
   */
  BsonDocument apply(BsonDocument document, Variables variables);

  @Override
  default DocumentStream over(DocumentStream source, Variables variables, PipelineContext context) {
    return new DerivedStream(source) {
      @Override
      public BsonDocument next() {
        BsonDocument document = source.next();
        if (document == null) {
          return null;
        }
        BsonDocument result = apply(document, variables);
        if (document instanceof LazyDocument lazy && lazy.raw().length() > LARGE_BYTES) {
          context.made().add(HeapSize.of(result));
        }
        return result;
      }
    };
  }
}
