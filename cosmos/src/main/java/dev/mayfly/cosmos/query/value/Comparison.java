package dev.mayfly.cosmos.query.value;

import java.util.List;
import java.util.Map;

/** When values are equal, and which comes first. */
public final class Comparison {
  private Comparison() {}

  /**
   * Deep equality of defined values: of numbers by what they are worth, of objects whatever the
   * order of their members. Values of different types are not equal.
   */
  public static boolean equal(Value left, Value right) {
    if (left.kind() != right.kind()) {
      return false;
    }
    return switch (left.kind()) {
      case UNDEFINED, NULL -> true;
      case BOOLEAN -> left == right;
      case NUMBER -> equalNumbers((NumberValue) left, (NumberValue) right);
      case STRING -> ((StringValue) left).text().equals(((StringValue) right).text());
      case ARRAY -> equalArrays(((ArrayValue) left).elements(), ((ArrayValue) right).elements());
      case OBJECT -> equalObjects(((ObjectValue) left).members(), ((ObjectValue) right).members());
    };
  }

  private static boolean equalNumbers(NumberValue left, NumberValue right) {
    return !Double.isNaN(left.asDouble()) && NumberValue.compare(left, right) == 0;
  }

  private static boolean equalArrays(List<Value> left, List<Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (int i = 0; i < left.size(); i++) {
      if (!equal(left.get(i), right.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean equalObjects(Map<String, Value> left, Map<String, Value> right) {
    if (left.size() != right.size()) {
      return false;
    }
    for (Map.Entry<String, Value> member : left.entrySet()) {
      Value other = right.get(member.getKey());
      if (other == null || !equal(member.getValue(), other)) {
        return false;
      }
    }
    return true;
  }

  /** Whether {@code <} and its kin have an answer for these values, or are undefined. */
  public static boolean comparable(Value left, Value right) {
    return left.kind() == right.kind() && left.kind().isOrdered() && !isNaN(left) && !isNaN(right);
  }

  private static boolean isNaN(Value value) {
    return value instanceof NumberValue number && Double.isNaN(number.asDouble());
  }

  /**
   * The order in which ORDER BY sorts: by type, then by value. Arrays are equal to each other here
   * and so are objects. Strings go by UTF-16 units, as clients compare them when they merge.
   */
  public static int order(Value left, Value right) {
    int byKind = left.kind().compareTo(right.kind());
    if (byKind != 0) {
      return byKind;
    }
    return switch (left.kind()) {
      case BOOLEAN -> Boolean.compare(left.isTrue(), right.isTrue());
      case NUMBER -> NumberValue.compare((NumberValue) left, (NumberValue) right);
      case STRING -> ((StringValue) left).text().compareTo(((StringValue) right).text());
      default -> 0;
    };
  }
}
