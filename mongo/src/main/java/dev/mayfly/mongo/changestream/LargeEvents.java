package dev.mayfly.mongo.changestream;

import dev.mayfly.mongo.bson.BsonSize;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** Events beyond the size of a document: refused, or split into fragments of whole fields. */
final class LargeEvents {
  /** For the token, {@code splitEvent} and what stands around the fields. */
  private static final long FRAME_BYTES = 512;

  private static final int CANNOT_SPLIT = 7182500;

  private LargeEvents() {}

  static boolean isLarge(BsonDocument event) {
    return BsonSize.of(event) > BsonSize.MAX_DOCUMENT_BYTES;
  }

  static void checkSize(BsonDocument event) {
    if (isLarge(event)) {
      throw new MongoException(
          ErrorCodes.BSON_OBJECT_TOO_LARGE,
          "BSONObj size: %s is invalid. Size must be between 0 and %s(16MB). The event can be split"
                  .formatted(BsonSize.of(event), BsonSize.MAX_DOCUMENT_BYTES)
              + " with the stage $changeStreamSplitLargeEvent.");
    }
  }

  /** The fragments in their order, each with its own token. */
  static List<BsonDocument> split(BsonDocument event, ResumeToken token) {
    List<BsonDocument> parts = new ArrayList<>();
    BsonDocument part = new BsonDocument();
    long bytes = FRAME_BYTES;
    for (Map.Entry<String, BsonValue> field : event.entrySet()) {
      if (field.getKey().equals("_id")) {
        continue;
      }
      long size = BsonSize.of(new BsonDocument(field.getKey(), field.getValue()));
      if (size + FRAME_BYTES > BsonSize.MAX_DOCUMENT_BYTES) {
        throw new MongoException(
            CANNOT_SPLIT, "Splitting change event failed: fragment too large, " + field.getKey());
      }
      if (bytes + size > BsonSize.MAX_DOCUMENT_BYTES) {
        parts.add(part);
        part = new BsonDocument();
        bytes = FRAME_BYTES;
      }
      part.append(field.getKey(), field.getValue());
      bytes += size;
    }
    parts.add(part);
    List<BsonDocument> fragments = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      BsonDocument fragment = new BsonDocument("_id", token.fragment(i + 1).document());
      fragment.append(
          "splitEvent",
          new BsonDocument("fragment", new BsonInt32(i + 1))
              .append("of", new BsonInt32(parts.size())));
      fragment.putAll(parts.get(i));
      fragments.add(fragment);
    }
    return fragments;
  }
}
