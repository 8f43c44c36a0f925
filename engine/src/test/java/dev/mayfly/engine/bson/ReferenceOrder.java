package dev.mayfly.engine.bson;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonBinary;
import org.bson.BsonDbPointer;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.bson.types.Decimal128;

/** MongoDB's comparison order, written for clearness and without any look at encoded bytes. */
final class ReferenceOrder implements Comparator<BsonValue> {
  private static final List<List<BsonType>> CLASSES =
      List.of(
          List.of(BsonType.MIN_KEY),
          List.of(BsonType.UNDEFINED),
          List.of(BsonType.NULL),
          List.of(BsonType.INT32, BsonType.INT64, BsonType.DOUBLE, BsonType.DECIMAL128),
          List.of(BsonType.STRING, BsonType.SYMBOL),
          List.of(BsonType.DOCUMENT),
          List.of(BsonType.ARRAY),
          List.of(BsonType.BINARY),
          List.of(BsonType.OBJECT_ID),
          List.of(BsonType.BOOLEAN),
          List.of(BsonType.DATE_TIME),
          List.of(BsonType.TIMESTAMP),
          List.of(BsonType.REGULAR_EXPRESSION),
          List.of(BsonType.DB_POINTER),
          List.of(BsonType.JAVASCRIPT),
          List.of(BsonType.JAVASCRIPT_WITH_SCOPE),
          List.of(BsonType.MAX_KEY));

  private static int classOf(BsonValue value) {
    for (int i = 0; i < CLASSES.size(); i++) {
      if (CLASSES.get(i).contains(value.getBsonType())) {
        return i;
      }
    }
    throw new AssertionError(value);
  }

  @Override
  public int compare(BsonValue a, BsonValue b) {
    int classes = Integer.compare(classOf(a), classOf(b));
    if (classes != 0) {
      return classes;
    }
    return switch (a.getBsonType()) {
      case MIN_KEY, MAX_KEY, NULL, UNDEFINED -> 0;
      case INT32, INT64, DOUBLE, DECIMAL128 -> numbers(a, b);
      case STRING, SYMBOL -> texts(text(a), text(b));
      case DOCUMENT -> documents(a.asDocument(), b.asDocument());
      case ARRAY -> arrays(a.asArray(), b.asArray());
      case BINARY -> binaries(a.asBinary(), b.asBinary());
      case OBJECT_ID ->
          Arrays.compareUnsigned(
              a.asObjectId().getValue().toByteArray(), b.asObjectId().getValue().toByteArray());
      case BOOLEAN -> Boolean.compare(a.asBoolean().getValue(), b.asBoolean().getValue());
      case DATE_TIME -> Long.compare(a.asDateTime().getValue(), b.asDateTime().getValue());
      case TIMESTAMP ->
          Long.compareUnsigned(a.asTimestamp().getValue(), b.asTimestamp().getValue());
      case REGULAR_EXPRESSION -> {
        int patterns =
            texts(a.asRegularExpression().getPattern(), b.asRegularExpression().getPattern());
        yield patterns != 0
            ? patterns
            : texts(a.asRegularExpression().getOptions(), b.asRegularExpression().getOptions());
      }
      case DB_POINTER -> pointers(a.asDBPointer(), b.asDBPointer());
      case JAVASCRIPT -> texts(a.asJavaScript().getCode(), b.asJavaScript().getCode());
      case JAVASCRIPT_WITH_SCOPE -> {
        int codes = texts(a.asJavaScriptWithScope().getCode(), b.asJavaScriptWithScope().getCode());
        yield codes != 0
            ? codes
            : documents(a.asJavaScriptWithScope().getScope(), b.asJavaScriptWithScope().getScope());
      }
      default -> throw new AssertionError(a);
    };
  }

  private static String text(BsonValue value) {
    return value.isSymbol() ? value.asSymbol().getSymbol() : value.asString().getValue();
  }

  private static int texts(String a, String b) {
    return Arrays.compareUnsigned(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  /** NaN, then negative infinity, then what is finite, then infinity. */
  private static int numbers(BsonValue a, BsonValue b) {
    int kinds = Integer.compare(kind(a), kind(b));
    return kinds != 0 || kind(a) != 2 ? kinds : exact(a).compareTo(exact(b));
  }

  private static int kind(BsonValue value) {
    double number =
        value.isDecimal128() ? kindOf(value.asDecimal128().getValue()) : doubleOf(value);
    if (Double.isNaN(number)) {
      return 0;
    }
    return number == Double.NEGATIVE_INFINITY ? 1 : number == Double.POSITIVE_INFINITY ? 3 : 2;
  }

  private static double kindOf(Decimal128 decimal) {
    if (decimal.isNaN()) {
      return Double.NaN;
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return 0;
  }

  private static double doubleOf(BsonValue value) {
    return value.asNumber().doubleValue();
  }

  private static BigDecimal exact(BsonValue value) {
    return switch (value.getBsonType()) {
      case INT32, INT64 -> BigDecimal.valueOf(value.asNumber().longValue());
      case DOUBLE -> new BigDecimal(doubleOf(value));
      default -> {
        String text = value.asDecimal128().getValue().toString();
        yield new BigDecimal(text);
      }
    };
  }

  private int documents(BsonDocument a, BsonDocument b) {
    Iterator<Map.Entry<String, BsonValue>> left = a.entrySet().iterator();
    Iterator<Map.Entry<String, BsonValue>> right = b.entrySet().iterator();
    while (left.hasNext() && right.hasNext()) {
      Map.Entry<String, BsonValue> x = left.next();
      Map.Entry<String, BsonValue> y = right.next();
      int order = Integer.compare(classOf(x.getValue()), classOf(y.getValue()));
      order = order != 0 ? order : texts(x.getKey(), y.getKey());
      order = order != 0 ? order : compare(x.getValue(), y.getValue());
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private int arrays(List<BsonValue> a, List<BsonValue> b) {
    for (int i = 0; i < Math.min(a.size(), b.size()); i++) {
      int order = compare(a.get(i), b.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(a.size(), b.size());
  }

  private static int binaries(BsonBinary a, BsonBinary b) {
    int order = Integer.compare(a.getData().length, b.getData().length);
    order = order != 0 ? order : Integer.compare(a.getType() & 0xFF, b.getType() & 0xFF);
    return order != 0 ? order : Arrays.compareUnsigned(a.getData(), b.getData());
  }

  private static int pointers(BsonDbPointer a, BsonDbPointer b) {
    int order =
        Integer.compare(
            a.getNamespace().getBytes(StandardCharsets.UTF_8).length,
            b.getNamespace().getBytes(StandardCharsets.UTF_8).length);
    order = order != 0 ? order : texts(a.getNamespace(), b.getNamespace());
    return order != 0
        ? order
        : Arrays.compareUnsigned(a.getId().toByteArray(), b.getId().toByteArray());
  }
}
