package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** A stage that makes one document of one document, so that an update can use it too. */
public interface DocumentStage extends Stage {
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
        return document == null ? null : apply(document, variables);
      }
    };
  }
}
