package dev.mayfly.mongo.bson;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * The BSON comparison order: by type first, numbers by value across types, documents field by
 * field, strings by collation. A missing value ({@code null}) sorts before everything but MinKey.
 *
 * @param collation null for the simple order
 */
public record BsonOrder(TextOrder texts, BsonDocument collation) implements Comparator<BsonValue> {
  /** Compares strings by code point. */
  public static final BsonOrder SIMPLE =
      new BsonOrder(
          new TextOrder() {
            @Override
            public int compare(String first, String second) {
              return compareCodePoints(first, second);
            }

            @Override
            public int hash(String text) {
              return text.hashCode();
            }
          },
          null);

  public int compareTexts(String first, String second) {
    return texts.compare(first, second);
  }

  /** Comparing UTF-16 units would order surrogates differently from UTF-8 bytes. */
  private static int compareCodePoints(String first, String second) {
    int shared = Math.min(first.length(), second.length());
    for (int i = 0; i < shared; i++) {
      char left = first.charAt(i);
      char right = second.charAt(i);
      if (left != right) {
        boolean leftHigh = Character.isSurrogate(left);
        boolean rightHigh = Character.isSurrogate(right);
        return leftHigh == rightHigh
            ? Character.compare(left, right)
            : Boolean.compare(leftHigh, rightHigh);
      }
    }
    return Integer.compare(first.length(), second.length());
  }

  public boolean equal(BsonValue first, BsonValue second) {
    return compare(first, second) == 0;
  }

  @Override
  public int compare(BsonValue first, BsonValue second) {
    int left = rank(first);
    int right = rank(second);
    if (left != right) {
      return Integer.compare(left, right);
    }
    if (first == null || second == null) {
      return 0;
    }
    return compareAlike(first, second);
  }

  /** The canonical type order; equal for types that compare with each other. */
  public static int rank(BsonValue value) {
    return value == null ? 0 : rank(value.getBsonType());
  }

  public static int rank(BsonType type) {
    return switch (type) {
      case MIN_KEY -> -1;
      case UNDEFINED -> 0;
      case NULL -> 5;
      case DOUBLE, INT32, INT64, DECIMAL128 -> 10;
      case STRING, SYMBOL -> 15;
      case DOCUMENT -> 20;
      case ARRAY -> 25;
      case BINARY -> 30;
      case OBJECT_ID -> 35;
      case BOOLEAN -> 40;
      case DATE_TIME -> 45;
      case TIMESTAMP -> 47;
      case REGULAR_EXPRESSION -> 50;
      case DB_POINTER -> 55;
      case JAVASCRIPT -> 60;
      case JAVASCRIPT_WITH_SCOPE -> 65;
      case MAX_KEY -> 127;
      default -> throw new IllegalArgumentException("no value has the type " + type);
    };
  }

  private int compareAlike(BsonValue first, BsonValue second) {
    return switch (first.getBsonType()) {
      case DOUBLE, INT32, INT64, DECIMAL128 -> Numbers.compare(first, second);
      case STRING, SYMBOL -> texts.compare(text(first), text(second));
      case DOCUMENT -> compareDocuments(first.asDocument(), second.asDocument());
      case ARRAY -> compareArrays(first.asArray(), second.asArray());
      case BINARY -> compareBinaries(first.asBinary(), second.asBinary());
      case OBJECT_ID ->
          Arrays.compareUnsigned(
              first.asObjectId().getValue().toByteArray(),
              second.asObjectId().getValue().toByteArray());
      case BOOLEAN -> Boolean.compare(first.asBoolean().getValue(), second.asBoolean().getValue());
      case DATE_TIME -> Long.compare(first.asDateTime().getValue(), second.asDateTime().getValue());
      case TIMESTAMP ->
          Long.compareUnsigned(first.asTimestamp().getValue(), second.asTimestamp().getValue());
      case REGULAR_EXPRESSION ->
          compareRegexes(first.asRegularExpression(), second.asRegularExpression());
      case DB_POINTER -> comparePointers(first, second);
      case JAVASCRIPT ->
          compareCodePoints(first.asJavaScript().getCode(), second.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE -> compareCode(first, second);
      default -> 0;
    };
  }

  private static String text(BsonValue value) {
    return value.isString() ? value.asString().getValue() : value.asSymbol().getSymbol();
  }

  private int compareDocuments(BsonDocument first, BsonDocument second) {
    Iterator<Map.Entry<String, BsonValue>> left = first.entrySet().iterator();
    Iterator<Map.Entry<String, BsonValue>> right = second.entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      Map.Entry<String, BsonValue> one = left.next();
      Map.Entry<String, BsonValue> other = right.next();
      int types = Integer.compare(rank(one.getValue()), rank(other.getValue()));
      if (types != 0) {
        return types;
      }
      int names = compareCodePoints(one.getKey(), other.getKey());
      if (names != 0) {
        return names;
      }
      int values = compare(one.getValue(), other.getValue());
      if (values != 0) {
        return values;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private int compareArrays(List<BsonValue> first, List<BsonValue> second) {
    int shared = Math.min(first.size(), second.size());
    for (int i = 0; i < shared; i++) {
      int elements = compare(first.get(i), second.get(i));
      if (elements != 0) {
        return elements;
      }
    }
    return Integer.compare(first.size(), second.size());
  }

  private static int compareBinaries(BsonBinary first, BsonBinary second) {
    int lengths = Integer.compare(first.getData().length, second.getData().length);
    if (lengths != 0) {
      return lengths;
    }
    int types = Integer.compare(first.getType() & 0xFF, second.getType() & 0xFF);
    return types != 0 ? types : Arrays.compareUnsigned(first.getData(), second.getData());
  }

  private static int compareRegexes(BsonRegularExpression first, BsonRegularExpression second) {
    int patterns = compareCodePoints(first.getPattern(), second.getPattern());
    return patterns != 0 ? patterns : compareCodePoints(first.getOptions(), second.getOptions());
  }

  private static int comparePointers(BsonValue first, BsonValue second) {
    int names =
        compareCodePoints(first.asDBPointer().getNamespace(), second.asDBPointer().getNamespace());
    return names != 0 ? names : first.asDBPointer().getId().compareTo(second.asDBPointer().getId());
  }

  private int compareCode(BsonValue first, BsonValue second) {
    int code =
        compareCodePoints(
            first.asJavaScriptWithScope().getCode(), second.asJavaScriptWithScope().getCode());
    return code != 0
        ? code
        : compareDocuments(
            first.asJavaScriptWithScope().getScope(), second.asJavaScriptWithScope().getScope());
  }
}
