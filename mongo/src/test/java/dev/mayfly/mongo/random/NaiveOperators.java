package dev.mayfly.mongo.random;

import dev.mayfly.mongo.random.NaiveUpdate.Refused;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonType;
import org.bson.BsonValue;

/** What the operators of updates make of one value, in the plainest way. */
final class NaiveOperators {
  private NaiveOperators() {}

  /** The new value; null for none. */
  static BsonValue apply(String operator, BsonValue value, BsonValue operand) {
    return switch (operator) {
      case "$set" -> operand;
      case "$setOnInsert" -> value;
      case "$unset" -> null;
      case "$inc", "$mul" -> number(operator, value, operand);
      case "$min" -> value == null || NaiveOrder.compare(operand, value) < 0 ? operand : value;
      case "$max" -> value == null || NaiveOrder.compare(operand, value) > 0 ? operand : value;
      case "$bit" -> bit(value, operand.asDocument());
      case "$push" -> push(array(value, 2), operand);
      case "$addToSet" -> addToSet(array(value, 2), operand);
      case "$pop" -> value == null ? null : pop(array(value, 14), operand);
      case "$pull" -> value == null ? null : pull(array(value, 2), operand);
      case "$pullAll" -> {
        if (value == null) {
          yield null;
        }
        List<BsonValue> kept = array(value, 2);
        kept.removeIf(
            each -> operand.asArray().stream().anyMatch(one -> NaiveOrder.compare(one, each) == 0));
        yield new BsonArray(kept);
      }
      default -> throw new IllegalArgumentException(operator);
    };
  }

  private static List<BsonValue> array(BsonValue value, int codeIfNone) {
    if (value != null && !value.isArray()) {
      throw new Refused(codeIfNone);
    }
    return new ArrayList<>(value == null ? List.of() : value.asArray());
  }

  private static BsonValue number(String operator, BsonValue value, BsonValue operand) {
    if (value == null) {
      return operator.equals("$inc")
          ? operand
          : NaiveUpdate.compute("$mul", operand, new BsonInt32(0));
    }
    if (!NaiveOrder.kind(value).equals("NUMBER")) {
      throw new Refused(14);
    }
    return NaiveUpdate.compute(operator, value, operand);
  }

  private static BsonValue bit(BsonValue value, BsonDocument operand) {
    BsonValue left = value == null ? new BsonInt32(0) : value;
    if (!left.isInt32() && !left.isInt64()) {
      throw new Refused(2);
    }
    BsonValue right = operand.values().iterator().next();
    long first = left.asNumber().longValue();
    long second = right.asNumber().longValue();
    long result =
        switch (operand.getFirstKey()) {
          case "and" -> first & second;
          case "or" -> first | second;
          default -> first ^ second;
        };
    boolean wide = List.of(left.getBsonType(), right.getBsonType()).contains(BsonType.INT64);
    return wide ? new BsonInt64(result) : new BsonInt32((int) result);
  }

  private static List<BsonValue> each(BsonValue operand) {
    boolean hasEach = operand.isDocument() && operand.asDocument().containsKey("$each");
    return hasEach ? operand.asDocument().getArray("$each") : List.of(operand);
  }

  private static BsonValue push(List<BsonValue> values, BsonValue operand) {
    BsonDocument clauses =
        operand.isDocument() && operand.asDocument().containsKey("$each")
            ? operand.asDocument()
            : new BsonDocument();
    int position = clauses.getInt32("$position", new BsonInt32(values.size())).getValue();
    int from = position < 0 ? values.size() + position : position;
    values.addAll(Math.max(0, Math.min(values.size(), from)), each(operand));
    if (clauses.containsKey("$sort")) {
      sort(values, clauses.get("$sort"));
    }
    if (clauses.containsKey("$slice")) {
      int slice = clauses.getInt32("$slice").getValue();
      while (values.size() > Math.abs(slice)) {
        values.remove(slice < 0 ? 0 : values.size() - 1);
      }
    }
    return new BsonArray(values);
  }

  private static void sort(List<BsonValue> values, BsonValue sort) {
    if (sort.isInt32()) {
      int direction = sort.asInt32().getValue();
      values.sort((first, second) -> direction * NaiveOrder.compare(first, second));
      return;
    }
    String[] path = sort.asDocument().getFirstKey().split("\\.");
    int direction = sort.asDocument().values().iterator().next().asInt32().getValue();
    values.sort(
        (first, second) -> direction * NaiveOrder.compare(at(first, path), at(second, path)));
  }

  private static BsonValue at(BsonValue value, String[] path) {
    BsonValue at = value;
    for (String name : path) {
      at = at != null && at.isDocument() ? at.asDocument().get(name) : null;
    }
    return at == null ? BsonNull.VALUE : at;
  }

  private static BsonValue addToSet(List<BsonValue> values, BsonValue operand) {
    for (BsonValue each : each(operand)) {
      if (values.stream().noneMatch(known -> NaiveOrder.compare(known, each) == 0)) {
        values.add(each);
      }
    }
    return new BsonArray(values);
  }

  private static BsonValue pop(List<BsonValue> values, BsonValue operand) {
    if (!values.isEmpty()) {
      values.remove(operand.asInt32().getValue() < 0 ? 0 : values.size() - 1);
    }
    return new BsonArray(values);
  }

  private static BsonValue pull(List<BsonValue> values, BsonValue operand) {
    if (operand.isDocument()) {
      values.removeIf(
          each ->
              each.isDocument() && NaiveFilter.matches(operand.asDocument(), each.asDocument()));
    } else {
      values.removeIf(each -> NaiveOrder.compare(each, operand) == 0);
    }
    return new BsonArray(values);
  }
}
