package dev.mayfly.mongo.aggregate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Order and sums of the values that random documents have, written down as simply as can be. */
final class NaiveValues {
  private NaiveValues() {}

  static BsonValue orNull(BsonValue value) {
    return value == null ? BsonNull.VALUE : value;
  }

  /** Follows a path; an array on the way gives an array. */
  static BsonValue at(BsonValue from, String path) {
    int dot = path.indexOf('.');
    String name = dot < 0 ? path : path.substring(0, dot);
    if (from instanceof BsonArray array) {
      BsonArray found = new BsonArray();
      for (BsonValue element : array) {
        BsonValue value = element instanceof BsonDocument ? at(element, path) : null;
        if (value != null) {
          found.add(value);
        }
      }
      return found;
    }
    BsonValue value = from instanceof BsonDocument document ? document.get(name) : null;
    return dot < 0 || value == null ? value : at(value, path.substring(dot + 1));
  }

  static int rank(BsonValue value) {
    if (value == null) {
      return 0;
    }
    return switch (value.getBsonType()) {
      case NULL -> 1;
      case INT32, INT64, DOUBLE -> 2;
      case STRING -> 3;
      case DOCUMENT -> 4;
      case ARRAY -> 5;
      case BOOLEAN -> 6;
      default -> throw new AssertionError(value);
    };
  }

  static BigDecimal number(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32 -> BigDecimal.valueOf(value.asInt32().getValue());
      case INT64 -> BigDecimal.valueOf(value.asInt64().getValue());
      default -> new BigDecimal(value.asDouble().getValue());
    };
  }

  static int compare(BsonValue one, BsonValue other) {
    if (rank(one) != rank(other)) {
      return Integer.compare(rank(one), rank(other));
    }
    return switch (rank(one)) {
      case 2 -> number(one).compareTo(number(other));
      case 3 -> one.asString().getValue().compareTo(other.asString().getValue());
      case 4 -> compareFields(one.asDocument(), other.asDocument());
      case 5 -> compareElements(one.asArray(), other.asArray());
      case 6 -> Boolean.compare(one.asBoolean().getValue(), other.asBoolean().getValue());
      default -> 0;
    };
  }

  private static int compareFields(BsonDocument one, BsonDocument other) {
    Iterator<Map.Entry<String, BsonValue>> left = one.entrySet().iterator();
    Iterator<Map.Entry<String, BsonValue>> right = other.entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      Map.Entry<String, BsonValue> first = left.next();
      Map.Entry<String, BsonValue> second = right.next();
      int ranks = Integer.compare(rank(first.getValue()), rank(second.getValue()));
      int names = first.getKey().compareTo(second.getKey());
      int values = compare(first.getValue(), second.getValue());
      if (ranks != 0 || names != 0 || values != 0) {
        return ranks != 0 ? ranks : names != 0 ? names : values;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }

  private static int compareElements(List<BsonValue> one, List<BsonValue> other) {
    for (int i = 0; i < one.size() && i < other.size(); i++) {
      int elements = compare(one.get(i), other.get(i));
      if (elements != 0) {
        return elements;
      }
    }
    return Integer.compare(one.size(), other.size());
  }

  /** The value that a field is sorted by; an empty array comes even before null. */
  static BsonValue sortKey(BsonDocument document, String field, boolean descending) {
    BsonValue value = document.get(field);
    if (!(value instanceof BsonArray array)) {
      return orNull(value);
    }
    BsonValue best = array.isEmpty() ? null : array.get(0);
    for (BsonValue element : array) {
      int compared = compare(element, best);
      best = (descending ? compared > 0 : compared < 0) ? element : best;
    }
    return best;
  }

  /** An exact sum in the widest type of its numbers. */
  static BsonValue sum(List<BsonValue> values) {
    BigDecimal sum = BigDecimal.ZERO;
    boolean isLong = false;
    boolean isDouble = false;
    for (BsonValue value : numbers(values)) {
      sum = sum.add(number(value));
      isLong |= value.isInt64();
      isDouble |= value.isDouble();
    }
    if (isDouble) {
      return new BsonDouble(sum.doubleValue());
    }
    long whole = sum.longValueExact();
    boolean isInt = !isLong && whole == (int) whole;
    return isInt ? new BsonInt32((int) whole) : new BsonInt64(whole);
  }

  static List<BsonValue> numbers(List<BsonValue> values) {
    List<BsonValue> numbers = new ArrayList<>();
    for (BsonValue value : values) {
      if (value != null && rank(value) == 2) {
        numbers.add(value);
      }
    }
    return numbers;
  }
}
