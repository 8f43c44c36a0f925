package dev.mayfly.mongo.bson;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Values that do not reference the buffer of the document they were read from. A small part of a
 * stored document, retained for long, would retain all of its bytes.
 */
public final class Detached {
  private Detached() {}

  static boolean isSmallPart(LazyDocument document) {
    return document.raw().length() < document.raw().bytes().length / 2;
  }

  public static BsonValue of(BsonValue value) {
    if (value instanceof BsonDocument document) {
      return of(document);
    }
    return value instanceof BsonArray array && !(value instanceof EncodedArray)
        ? array(array)
        : value;
  }

  public static BsonDocument of(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return isSmallPart(lazy) ? lazy.copiedBytes() : lazy;
    }
    BsonDocument changed = null;
    for (var field : document.entrySet()) {
      BsonValue own = of(field.getValue());
      if (own != field.getValue()) {
        if (changed == null) {
          changed = new BsonDocument(document.size());
          changed.putAll(document);
        }
        changed.put(field.getKey(), own);
      }
    }
    return changed == null ? document : changed;
  }

  private static BsonArray array(BsonArray array) {
    BsonArray changed = null;
    for (int i = 0; i < array.size(); i++) {
      BsonValue own = of(array.get(i));
      if (own != array.get(i)) {
        changed = changed == null ? new BsonArray(array) : changed;
        changed.set(i, own);
      }
    }
    return changed == null ? array : changed;
  }
}
