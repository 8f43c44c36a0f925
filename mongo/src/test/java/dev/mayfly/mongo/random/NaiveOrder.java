package dev.mayfly.mongo.random;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The order of BSON values, as documented in the manual. */
public final class NaiveOrder {
  private static final List<String> ORDER =
      List.of(
          "MIN_KEY",
          "UNDEFINED",
          "NULL",
          "NUMBER",
          "STRING",
          "DOCUMENT",
          "ARRAY",
          "BINARY",
          "OBJECT_ID",
          "BOOLEAN",
          "DATE_TIME",
          "TIMESTAMP",
          "REGULAR_EXPRESSION",
          "MAX_KEY");

  private NaiveOrder() {}

  /** What kind a value is of, for comparing. */
  public static String kind(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64, DOUBLE, DECIMAL128 -> "NUMBER";
      default -> value.getBsonType().name();
    };
  }

  public static boolean isNaN(BsonValue value) {
    return value.isDouble() && Double.isNaN(value.asDouble().getValue());
  }

  public static int compare(BsonValue first, BsonValue second) {
    int kinds = Integer.compare(ORDER.indexOf(kind(first)), ORDER.indexOf(kind(second)));
    if (kinds != 0) {
      return kinds;
    }
    return switch (kind(first)) {
      case "NUMBER" -> compareNumbers(first, second);
      case "STRING" -> first.asString().getValue().compareTo(second.asString().getValue());
      case "DOCUMENT" -> compareDocuments(first.asDocument(), second.asDocument());
      case "ARRAY" -> compareLists(first.asArray(), second.asArray());
      case "BINARY" ->
          Arrays.compareUnsigned(first.asBinary().getData(), second.asBinary().getData());
      case "BOOLEAN" ->
          Boolean.compare(first.asBoolean().getValue(), second.asBoolean().getValue());
      case "DATE_TIME" ->
          Long.compare(first.asDateTime().getValue(), second.asDateTime().getValue());
      case "TIMESTAMP" -> first.asTimestamp().compareTo(second.asTimestamp());
      default -> first.equals(second) ? 0 : first.toString().compareTo(second.toString());
    };
  }

  private static int compareNumbers(BsonValue first, BsonValue second) {
    if (special(first) != 0 || special(second) != 0) {
      return Integer.compare(special(first), special(second));
    }
    return exact(first).compareTo(exact(second));
  }

  /** -2 for NaN, -1 and 1 for the infinities, 0 for all others. */
  private static int special(BsonValue number) {
    if (!number.isDouble()) {
      return 0;
    }
    double value = number.asDouble().getValue();
    return Double.isNaN(value) ? -2 : Double.isInfinite(value) ? (value < 0 ? -1 : 1) : 0;
  }

  /** The number as a double. */
  static double number(BsonValue number) {
    return number.isDecimal128() ? exact(number).doubleValue() : number.asNumber().doubleValue();
  }

  /** The value of a finite number. */
  public static BigDecimal exact(BsonValue number) {
    return switch (number.getBsonType()) {
      case INT32 -> new BigDecimal(number.asInt32().getValue());
      case INT64 -> new BigDecimal(number.asInt64().getValue());
      case DOUBLE -> new BigDecimal(number.asDouble().getValue());
      default -> number.asDecimal128().getValue().bigDecimalValue();
    };
  }

  private static int compareDocuments(BsonDocument first, BsonDocument second) {
    List<String> left = List.copyOf(first.keySet());
    List<String> right = List.copyOf(second.keySet());
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      BsonValue one = first.get(left.get(i));
      BsonValue other = second.get(right.get(i));
      int kinds = Integer.compare(ORDER.indexOf(kind(one)), ORDER.indexOf(kind(other)));
      int names = kinds != 0 ? kinds : left.get(i).compareTo(right.get(i));
      int all = names != 0 ? names : compare(one, other);
      if (all != 0) {
        return all;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareLists(List<BsonValue> first, List<BsonValue> second) {
    for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
      int elements = compare(first.get(i), second.get(i));
      if (elements != 0) {
        return elements;
      }
    }
    return Integer.compare(first.size(), second.size());
  }
}
