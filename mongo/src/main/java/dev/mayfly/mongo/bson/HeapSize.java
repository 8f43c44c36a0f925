package dev.mayfly.mongo.bson;

import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * About how many bytes of the heap values take: rather too many than too few. A document of objects
 * takes several times what its BSON does. Measured with 64-bit references that are compressed.
 */
public final class HeapSize {
  /**
   * Where counting ends. A value may hold the same part many times, and walking through all of them
   * may take forever; nothing that is so large is let be.
   */
  public static final long MOST = 1L << 30;

  /** A reference in a list that may have grown by half. */
  public static final int ELEMENT = 8;

  private static final int ARRAY = 56;
  private static final int DOCUMENT = 184;

  /** A field of a document, without the characters of its name. */
  public static final int FIELD = 96;

  private static final int LAZY_DOCUMENT = 160;
  private static final int NUMBER = 24;
  private static final int TEXT = 72;
  private static final int OTHER = 96;

  private HeapSize() {}

  /**
   * @param value null for a missing one
   */
  public static long of(BsonValue value) {
    if (value == null) {
      return 0;
    }
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE, DATE_TIME, TIMESTAMP -> NUMBER;
      case BOOLEAN, NULL, UNDEFINED, MIN_KEY, MAX_KEY -> 0;
      case STRING -> text(value.asString().getValue());
      case SYMBOL -> text(value.asSymbol().getSymbol());
      case BINARY -> OTHER + value.asBinary().getData().length;
      case DOCUMENT -> document(value.asDocument());
      case ARRAY -> array(value.asArray());
      case OBJECT_ID, DECIMAL128 -> OTHER;
      default -> OTHER + BsonSize.of(value) * 2;
    };
  }

  /** Of the bytes that it lies in; of those that {@link Detached} leaves behind, only its own. */
  private static long lazy(LazyDocument document) {
    return LAZY_DOCUMENT
        + (Detached.isSmallPart(document)
            ? document.raw().length()
            : document.raw().bytes().length);
  }

  private static long document(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return lazy(lazy);
    }
    long size = DOCUMENT;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      size += FIELD + field.getKey().length() + of(field.getValue());
      if (size > MOST) {
        break;
      }
    }
    return size;
  }

  /** A document without its values, such as a copy that shares them with the original. */
  public static long shell(BsonDocument document) {
    return DOCUMENT + (long) (FIELD + ELEMENT) * document.size();
  }

  private static long array(List<BsonValue> values) {
    long size = ARRAY;
    for (BsonValue value : values) {
      size += ELEMENT + of(value);
      if (size > MOST) {
        break;
      }
    }
    return size;
  }

  /** What a text takes: one byte for a character, or two if one of them needs two. */
  public static long text(String text) {
    int length = text.length();
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > 0xff) {
        return TEXT + 2L * length;
      }
    }
    return TEXT + length;
  }
}
