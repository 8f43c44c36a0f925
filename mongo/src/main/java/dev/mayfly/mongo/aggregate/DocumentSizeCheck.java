package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/**
 * Rejects result documents above the maximum BSON size; stored documents were checked when written.
 */
public final class DocumentSizeCheck extends DerivedStream {
  public DocumentSizeCheck(DocumentStream source) {
    super(source);
  }

  @Override
  public BsonDocument next() {
    BsonDocument document = source.next();
    if (document == null || document instanceof LazyDocument) {
      return document;
    }
    long size = BsonSize.of(document);
    if (size > BsonSize.MAX_DOCUMENT_BYTES) {
      throw new MongoException(
          ErrorCodes.BSON_OBJECT_TOO_LARGE,
          "BSONObj size: %s (0x%s) is invalid. Size must be between 0 and 16793600(16MB)"
              .formatted(size, Long.toHexString(size).toUpperCase(java.util.Locale.ROOT)));
    }
    return document;
  }
}
