package dev.mayfly.mongo.random;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Evaluates filters in the plainest way: all values that a path leads to, one after the other. */
public final class NaiveFilter {
  private NaiveFilter() {}

  public static boolean matches(BsonDocument filter, BsonDocument document) {
    return filter.entrySet().stream().allMatch(each -> matches(each, document));
  }

  private static boolean matches(Map.Entry<String, BsonValue> part, BsonDocument document) {
    Predicate<BsonValue> inner = each -> matches(each.asDocument(), document);
    return switch (part.getKey()) {
      case "$and" -> part.getValue().asArray().stream().allMatch(inner);
      case "$or" -> part.getValue().asArray().stream().anyMatch(inner);
      case "$nor" -> part.getValue().asArray().stream().noneMatch(inner);
      default -> field(List.of(part.getKey().split("\\.")), part.getValue(), document);
    };
  }

  private static boolean field(List<String> path, BsonValue condition, BsonDocument document) {
    if (!isOperators(condition)) {
      return reach(document, path, true).stream().anyMatch(value -> equal(value, condition));
    }
    return condition.asDocument().entrySet().stream()
        .allMatch(each -> operator(path, each.getKey(), each.getValue(), document));
  }

  private static boolean isOperators(BsonValue condition) {
    return condition.isDocument()
        && !condition.asDocument().isEmpty()
        && condition.asDocument().getFirstKey().startsWith("$");
  }

  private static boolean operator(
      List<String> path, String name, BsonValue operand, BsonDocument document) {
    return switch (name) {
      case "$ne" -> !operator(path, "$eq", operand, document);
      case "$nin" -> !operator(path, "$in", operand, document);
      case "$not" -> !field(path, operand, document);
      case "$exists" ->
          operand.asBoolean().getValue()
              == reach(document, path, true).stream().anyMatch(value -> value != null);
      case "$all" ->
          !operand.asArray().isEmpty()
              && operand.asArray().stream().allMatch(each -> operator(path, "$eq", each, document));
      case "$size", "$elemMatch" ->
          reach(document, path, false).stream().anyMatch(value -> test(name, operand, value));
      default -> reach(document, path, true).stream().anyMatch(value -> test(name, operand, value));
    };
  }

  /** What an operator says of a single value; null stands for a missing one. */
  private static boolean test(String name, BsonValue operand, BsonValue value) {
    return switch (name) {
      case "$eq" -> compares(value, operand, sign -> sign == 0);
      case "$gt" -> compares(value, operand, sign -> sign > 0);
      case "$gte" -> compares(value, operand, sign -> sign >= 0);
      case "$lt" -> compares(value, operand, sign -> sign < 0);
      case "$lte" -> compares(value, operand, sign -> sign <= 0);
      case "$in" -> operand.asArray().stream().anyMatch(each -> equal(value, each));
      case "$ne" -> !test("$eq", operand, value);
      case "$nin" -> !test("$in", operand, value);
      case "$not" -> !passes(operand, value);
      case "$exists" -> operand.asBoolean().getValue() == (value != null);
      case "$all" ->
          !operand.asArray().isEmpty()
              && operand.asArray().stream().allMatch(each -> test("$eq", each, value));
      case "$type" -> value != null && isOfType(operand.asString().getValue(), value);
      case "$mod" -> value != null && leaves(operand.asArray(), value);
      case "$size" ->
          value != null
              && value.isArray()
              && value.asArray().size() == operand.asInt32().getValue();
      case "$regex" -> finds(operand.asString().getValue(), value);
      case "$elemMatch" ->
          value != null
              && value.isArray()
              && value.asArray().stream().anyMatch(each -> elementMatches(operand, each));
      default -> value != null && bits(name, operand, value);
    };
  }

  private static boolean passes(BsonValue condition, BsonValue value) {
    if (!isOperators(condition)) {
      return equal(value, condition);
    }
    return condition.asDocument().entrySet().stream()
        .allMatch(each -> test(each.getKey(), each.getValue(), value));
  }

  private static boolean elementMatches(BsonValue condition, BsonValue element) {
    String first = condition.asDocument().getFirstKey();
    boolean onDocuments = !first.startsWith("$") || List.of("$and", "$or", "$nor").contains(first);
    if (!onDocuments) {
      return passes(condition, element);
    }
    if (element.isDocument()) {
      return matches(condition.asDocument(), element.asDocument());
    }
    return element.isArray() && matches(condition.asDocument(), numbered(element.asArray()));
  }

  private static BsonDocument numbered(BsonArray array) {
    BsonDocument document = new BsonDocument();
    for (int i = 0; i < array.size(); i++) {
      document.put(String.valueOf(i), array.get(i));
    }
    return document;
  }

  /** All values that a path leads to; null for a missing one. */
  private static List<BsonValue> reach(
      BsonDocument document, List<String> path, boolean intoLastArray) {
    BsonValue value = document.get(path.get(0));
    List<String> rest = path.subList(1, path.size());
    List<BsonValue> values = new ArrayList<>();
    if (rest.isEmpty()) {
      if (value != null && value.isArray() && intoLastArray) {
        values.addAll(value.asArray());
      }
      values.add(value);
    } else if (value != null && value.isDocument()) {
      values.addAll(reach(value.asDocument(), rest, intoLastArray));
    } else if (value != null && value.isArray()) {
      values.addAll(reachInArray(value.asArray(), rest, intoLastArray));
    } else {
      values.add(null);
    }
    return values;
  }

  private static List<BsonValue> reachInArray(
      BsonArray array, List<String> path, boolean intoLastArray) {
    List<BsonValue> values = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      BsonValue element = array.get(i);
      if (element.isDocument()) {
        values.addAll(reach(element.asDocument(), path, intoLastArray));
      }
      if (path.get(0).equals(String.valueOf(i))) {
        List<String> rest = path.subList(1, path.size());
        if (rest.isEmpty()) {
          values.add(element);
        } else if (element.isDocument()) {
          values.addAll(reach(element.asDocument(), rest, intoLastArray));
        } else if (element.isArray()) {
          values.addAll(reachInArray(element.asArray(), rest, intoLastArray));
        }
      }
    }
    return values;
  }

  private static boolean equal(BsonValue value, BsonValue operand) {
    if (operand.isRegularExpression()) {
      return operand.equals(value) || finds(operand.asRegularExpression().getPattern(), value);
    }
    return compares(value, operand, sign -> sign == 0);
  }

  private static boolean compares(BsonValue value, BsonValue operand, Predicate<Integer> wanted) {
    if (value == null) {
      return switch (operand.getBsonType()) {
        case NULL -> wanted.test(0);
        case MIN_KEY -> wanted.test(1);
        case MAX_KEY -> wanted.test(-1);
        default -> false;
      };
    }
    boolean ofOneKind = NaiveOrder.kind(value).equals(NaiveOrder.kind(operand));
    if (ofOneKind && (NaiveOrder.isNaN(value) || NaiveOrder.isNaN(operand))) {
      return NaiveOrder.isNaN(value) && NaiveOrder.isNaN(operand) && wanted.test(0);
    }
    boolean toEnd = NaiveOrder.kind(operand).endsWith("_KEY");
    return (ofOneKind || toEnd) && wanted.test(NaiveOrder.compare(value, operand));
  }

  private static boolean finds(String pattern, BsonValue value) {
    return value != null
        && value.isString()
        && Pattern.compile(pattern).matcher(value.asString().getValue()).find();
  }

  private static boolean isOfType(String type, BsonValue value) {
    return switch (type) {
      case "int" -> value.isInt32();
      case "long" -> value.isInt64();
      case "double" -> value.isDouble();
      case "number" -> NaiveOrder.kind(value).equals("NUMBER");
      case "string" -> value.isString();
      case "object" -> value.isDocument();
      case "array" -> value.isArray();
      case "null" -> value.isNull();
      default -> value.isBoolean();
    };
  }

  private static boolean isFinite(BsonValue value) {
    return NaiveOrder.kind(value).equals("NUMBER")
        && !(value.isDouble() && !Double.isFinite(value.asDouble().getValue()));
  }

  private static boolean leaves(BsonArray operand, BsonValue value) {
    if (!isFinite(value)) {
      return false;
    }
    BigDecimal whole = NaiveOrder.exact(value).setScale(0, RoundingMode.DOWN);
    BigDecimal divisor = NaiveOrder.exact(operand.get(0));
    return whole.remainder(divisor).compareTo(NaiveOrder.exact(operand.get(1))) == 0;
  }

  private static boolean bits(String name, BsonValue operand, BsonValue value) {
    List<Integer> positions = new ArrayList<>();
    if (operand.isArray()) {
      operand.asArray().forEach(each -> positions.add(each.asInt32().getValue()));
    } else {
      for (int i = 0; i < 31; i++) {
        if ((operand.asInt32().getValue() >> i & 1) == 1) {
          positions.add(i);
        }
      }
    }
    Predicate<Integer> isSet;
    if (value.isBinary()) {
      byte[] bytes = value.asBinary().getData();
      isSet = at -> at / 8 < bytes.length && (bytes[at / 8] >> at % 8 & 1) == 1;
    } else if (isFinite(value) && NaiveOrder.exact(value).stripTrailingZeros().scale() <= 0) {
      isSet = at -> NaiveOrder.exact(value).toBigInteger().testBit(at);
    } else {
      return false;
    }
    return switch (name) {
      case "$bitsAllSet" -> positions.stream().allMatch(isSet);
      case "$bitsAllClear" -> positions.stream().noneMatch(isSet);
      case "$bitsAnySet" -> positions.stream().anyMatch(isSet);
      default -> positions.stream().anyMatch(isSet.negate());
    };
  }
}
