package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * Estimated heap bytes of values, rather too many than too few. A parsed document takes several
 * times its BSON size. Measured with compressed references.
 */
public final class HeapSize {
  /**
   * Counting stops here: a value may contain the same part so often that a full count would not
   * end, and nothing so large is allowed.
   */
  public static final long MOST = 1L << 30;

  /** A reference in a list with spare capacity. */
  public static final int ELEMENT = 8;

  private static final int ARRAY = 56;
  private static final int DOCUMENT = 184;

  /** A field without the characters of its name. */
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

  /**
   * The heap bytes of a document when it is parsed and compiled: a list of values, for instance, is
   * held as sent and as keys.
   *
   * @param document validated document or array
   */
  public static long parsed(RawValue document) {
    return 2 * objects(document);
  }

  private static long objects(RawValue container) {
    boolean named = container.type() == RawType.DOCUMENT;
    long size = named ? DOCUMENT : ARRAY;
    for (RawCursor cursor = container.elements(); cursor.next(); ) {
      RawValue value = cursor.value();
      size += named ? FIELD + cursor.nameLength() : ELEMENT;
      size +=
          switch (value.type()) {
            case RawType.INT32, RawType.INT64, RawType.DOUBLE, RawType.DATE, RawType.TIMESTAMP ->
                NUMBER;
            case RawType.BOOLEAN, RawType.NULL -> 0;
            case RawType.STRING -> TEXT + value.length();
            case RawType.DOCUMENT, RawType.ARRAY -> objects(value);
            default -> OTHER + value.length();
          };
    }
    return size;
  }

  /** Its bytes; for those shared by {@link Detached}, only its own part. */
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

  /** A document without its values, such as a shallow copy. */
  public static long shell(BsonDocument document) {
    return DOCUMENT + (long) (FIELD + ELEMENT) * document.size();
  }

  private static long array(BsonArray array) {
    if (array instanceof EncodedArray encoded) {
      return ARRAY + encoded.heapBytes();
    }
    return ARRAY + (array instanceof LargeArray large ? large.heapBytes() : elements(array));
  }

  /** The elements of a list with their references. */
  static long elements(List<BsonValue> values) {
    long size = 0;
    for (BsonValue value : values) {
      size += ELEMENT + of(value);
      if (size > MOST) {
        break;
      }
    }
    return size;
  }

  /** One byte for each character, or two if one of them is not Latin-1. */
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
