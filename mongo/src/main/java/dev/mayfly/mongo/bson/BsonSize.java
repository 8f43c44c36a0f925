package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.Utf8;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinarySubType;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The serialized size of values. */
public final class BsonSize {
  /** The maximum BSON document size. */
  public static final int MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

  private static final int EMPTY_BYTES = 5;

  /**
   * Counting stops here: a value may contain the same part so often that a full count would not
   * end.
   */
  private static final long MOST = 1L << 31;

  private BsonSize() {}

  /**
   * @param value null for a missing one
   */
  public static long of(BsonValue value) {
    if (value == null) {
      return 0;
    }
    return switch (value.getBsonType()) {
      case DOUBLE, DATE_TIME, TIMESTAMP, INT64 -> Long.BYTES;
      case INT32 -> Integer.BYTES;
      case BOOLEAN -> 1;
      case OBJECT_ID -> 12;
      case DECIMAL128 -> 16;
      case STRING -> text(value.asString().getValue());
      case SYMBOL -> text(value.asSymbol().getSymbol());
      case JAVASCRIPT -> text(value.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE ->
          Integer.BYTES
              + text(value.asJavaScriptWithScope().getCode())
              + of(value.asJavaScriptWithScope().getScope());
      case BINARY -> binary(value);
      case DB_POINTER -> text(value.asDBPointer().getNamespace()) + 12;
      case REGULAR_EXPRESSION ->
          name(value.asRegularExpression().getPattern())
              + name(value.asRegularExpression().getOptions());
      case DOCUMENT -> document(value.asDocument());
      case ARRAY ->
          value instanceof EncodedArray encoded ? encoded.bytes().length : array(value.asArray());
      default -> 0;
    };
  }

  private static long document(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return lazy.raw().length();
    }
    long size = EMPTY_BYTES;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      size += 1 + name(field.getKey()) + of(field.getValue());
      if (size > MOST) {
        break;
      }
    }
    return size;
  }

  private static long array(List<BsonValue> values) {
    long size = EMPTY_BYTES;
    for (int i = 0; i < values.size() && size <= MOST; i++) {
      size += 2 + digits(i) + of(values.get(i));
    }
    return size;
  }

  private static int digits(int number) {
    int digits = 1;
    for (int rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    return digits;
  }

  private static long binary(BsonValue value) {
    int payload = value.asBinary().getData().length;
    boolean old = value.asBinary().getType() == BsonBinarySubType.OLD_BINARY.getValue();
    return Integer.BYTES + 1 + payload + (old ? Integer.BYTES : 0);
  }

  private static long text(String text) {
    return Integer.BYTES + name(text);
  }

  private static long name(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) >= 0x80) {
        return Utf8.encode(text).length + 1L;
      }
    }
    return text.length() + 1L;
  }
}
