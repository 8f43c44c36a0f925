package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** A stage that makes one document of one document, so that an update can use it too. */
public interface DocumentStage extends Stage {
  /** The objects that are made of a longer stored document are counted. */
  int LARGE_BYTES = 16 << 10;

  /**
   * @param variables what was defined around the pipeline; the document is not yet among it
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
