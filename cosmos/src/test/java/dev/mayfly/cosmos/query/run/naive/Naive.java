package dev.mayfly.cosmos.query.run.naive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonValue;

/**
 * Values as plain Java objects: numbers are doubles, objects are maps, arrays are lists. Null and
 * undefined have markers of their own.
 */
public final class Naive {
  public static final Object NULL = "the null of JSON".toCharArray();
  public static final Object UNDEFINED = "undefined".toCharArray();

  private Naive() {}

  /** A value of an answer. */
  public static Object of(BsonValue value) {
    if (value.isNull()) {
      return NULL;
    } else if (value.isNumber()) {
      return value.asNumber().doubleValue();
    } else if (value.isString()) {
      return value.asString().getValue();
    } else if (value.isBoolean()) {
      return value.asBoolean().getValue();
    } else if (value.isArray()) {
      List<Object> list = new ArrayList<>();
      value.asArray().forEach(each -> list.add(of(each)));
      return list;
    }
    Map<String, Object> map = new LinkedHashMap<>();
    value.asDocument().forEach((name, each) -> map.put(name, of(each)));
    return map;
  }

  public static String json(Object value) {
    if (value == NULL) {
      return "null";
    } else if (value instanceof Double number) {
      return number == Math.rint(number) ? Long.toString((long) (double) number) : number + "";
    } else if (value instanceof String text) {
      return "\"" + text + "\"";
    } else if (value instanceof List<?> list) {
      return "[" + String.join(",", list.stream().map(Naive::json).toList()) + "]";
    } else if (value instanceof Map<?, ?> map) {
      return "{"
          + String.join(
              ",",
              map.entrySet().stream()
                  .map(m -> json(m.getKey()) + ":" + json(m.getValue()))
                  .toList())
          + "}";
    }
    return String.valueOf(value);
  }

  static boolean isTrue(Object value) {
    return Boolean.TRUE.equals(value);
  }

  /** Where the type stands in the order of types. */
  private static int rank(Object value) {
    if (value == UNDEFINED) {
      return 0;
    } else if (value == NULL) {
      return 1;
    } else if (value instanceof Boolean) {
      return 2;
    } else if (value instanceof Double) {
      return 3;
    } else if (value instanceof String) {
      return 4;
    }
    return value instanceof List ? 5 : 6;
  }

  static Object less(Object left, Object right, boolean orEqual) {
    if (rank(left) != rank(right) || rank(left) == 0 || rank(left) > 4) {
      return UNDEFINED;
    }
    int order = order(left, right);
    return orEqual ? order <= 0 : order < 0;
  }

  static Object equal(Object left, Object right) {
    return left == UNDEFINED || right == UNDEFINED ? UNDEFINED : (Object) left.equals(right);
  }

  static Object not(Object value) {
    return value instanceof Boolean flag ? (Object) !flag : UNDEFINED;
  }

  static Object and(Object left, Object right) {
    if (Boolean.FALSE.equals(left) || Boolean.FALSE.equals(right)) {
      return false;
    }
    return isTrue(left) && isTrue(right) ? (Object) true : UNDEFINED;
  }

  static Object or(Object left, Object right) {
    if (isTrue(left) || isTrue(right)) {
      return true;
    }
    return Boolean.FALSE.equals(left) && Boolean.FALSE.equals(right) ? (Object) false : UNDEFINED;
  }

  /** The order of ORDER BY; arrays are alike, and so are objects. */
  public static int order(Object left, Object right) {
    if (rank(left) != rank(right)) {
      return Integer.compare(rank(left), rank(right));
    } else if (left instanceof Double a) {
      return Double.compare(a, (Double) right);
    } else if (left instanceof String a) {
      return a.compareTo((String) right);
    } else if (left instanceof Boolean a) {
      return a.compareTo((Boolean) right);
    }
    return 0;
  }

  static Object member(Object of, String name) {
    return of instanceof Map<?, ?> map && map.containsKey(name) ? map.get(name) : UNDEFINED;
  }

  static List<?> elements(Object value) {
    return value instanceof List<?> list ? list : List.of();
  }
}
