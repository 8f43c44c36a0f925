package dev.mayfly.mongo.aggregate;

import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** Refuses documents that a reply can't carry. Stored ones were measured when they came in. */
final class BoundedDocuments extends DerivedStream {
  BoundedDocuments(DocumentStream source) {
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
          "BSONObj size: "
              + size
              + " (0x"
              + Long.toHexString(size).toUpperCase(java.util.Locale.ROOT)
              + ") is invalid. Size must be between 0 and 16793600(16MB)");
    }
    return document;
  }
}
