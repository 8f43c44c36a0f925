package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.error.MongoException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** Set operators; equality is by collation. */
final class Sets {
  static final Map<String, Operator> OPERATORS =
      Map.of(
          "$allElementsTrue", Operators.unary(Sets::allTrue),
          "$anyElementTrue", Operators.unary(Sets::anyTrue),
          "$setDifference", exactlyTwo(Sets::difference),
          "$setEquals", atLeastTwo(Sets::equal),
          "$setIntersection", any(Sets::intersection),
          "$setIsSubset", exactlyTwo(Sets::isSubset),
          "$setUnion", any(Sets::union));

  private Sets() {}

  @FunctionalInterface
  interface Function {
    BsonValue of(BsonValue[] arrays, BsonOrder order);
  }

  static Operator exactlyTwo(Function function) {
    return (name, argument, context) ->
        folded(function, Operators.exactly(2, name, argument, context), context);
  }

  static Operator any(Function function) {
    return (name, argument, context) ->
        folded(function, Operators.operands(argument, context), context);
  }

  static Operator atLeastTwo(Function function) {
    return (name, argument, context) -> {
      Expression[] operands = Operators.operands(argument, context);
      if (operands.length < 2) {
        throw new MongoException(
            17045, "$setEquals needs at least two arguments had: " + operands.length);
      }
      return folded(function, operands, context);
    };
  }

  private static Expression folded(Function function, Expression[] operands, ParseContext context) {
    BsonOrder order = context.order();
    return Operators.folded(
        variables -> {
          BsonValue[] values = new BsonValue[operands.length];
          for (int i = 0; i < values.length; i++) {
            values[i] = operands[i].evaluate(variables);
          }
          return function.of(values, order);
        },
        operands);
  }

  private static boolean anyNullish(BsonValue[] values) {
    for (BsonValue value : values) {
      if (Values.isNullish(value)) {
        return true;
      }
    }
    return false;
  }

  private static BsonArray array(BsonValue value, int code, String text) {
    if (value == null || !value.isArray()) {
      throw new MongoException(code, text + TypeNames.of(value));
    }
    return value.asArray();
  }

  private static Set<ValueKey> keys(BsonArray array, BsonOrder order) {
    Set<ValueKey> keys = new HashSet<>();
    for (BsonValue value : array) {
      keys.add(new ValueKey(value, order));
    }
    return keys;
  }

  static BsonValue difference(BsonValue[] values, BsonOrder order) {
    if (anyNullish(values)) {
      return Values.NULL;
    }
    String text = "both operands of $setDifference must be arrays. %s argument is of type: ";
    BsonArray first = array(values[0], 17048, text.formatted("First"));
    Set<ValueKey> seen = keys(array(values[1], 17049, text.formatted("Second")), order);
    BsonArray difference = LargeArray.ofSize(first.size());
    for (BsonValue value : first) {
      if (seen.add(new ValueKey(value, order))) {
        difference.add(value);
      }
    }
    return difference;
  }

  static BsonValue equal(BsonValue[] values, BsonOrder order) {
    Set<ValueKey> first = null;
    for (int i = 0; i < values.length; i++) {
      Set<ValueKey> next =
          keys(
              array(
                  values[i],
                  17044,
                  "All operands of $setEquals must be arrays. %d-th argument is of type: "
                      .formatted(i + 1)),
              order);
      if (first == null) {
        first = next;
      } else if (!first.equals(next)) {
        return Values.of(false);
      }
    }
    return Values.of(true);
  }

  static BsonValue intersection(BsonValue[] values, BsonOrder order) {
    TreeSet<BsonValue> shared = new TreeSet<>(order);
    for (int i = 0; i < values.length; i++) {
      if (Values.isNullish(values[i])) {
        return Values.NULL;
      }
      BsonArray next =
          array(
              values[i],
              17047,
              "All operands of $setIntersection must be arrays. One argument is of type: ");
      if (i == 0) {
        shared.addAll(next);
      } else {
        Set<ValueKey> keys = keys(next, order);
        shared.removeIf(value -> !keys.contains(new ValueKey(value, order)));
      }
    }
    return sorted(shared);
  }

  private static BsonValue sorted(TreeSet<BsonValue> set) {
    BsonArray array = LargeArray.ofSize(set.size());
    array.addAll(set);
    return array;
  }

  static BsonValue union(BsonValue[] values, BsonOrder order) {
    TreeSet<BsonValue> all = new TreeSet<>(order);
    for (BsonValue value : values) {
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      all.addAll(
          array(
              value, 17043, "All operands of $setUnion must be arrays. One argument is of type: "));
    }
    return sorted(all);
  }

  static BsonValue isSubset(BsonValue[] values, BsonOrder order) {
    String text = "both operands of $setIsSubset must be arrays. %s argument is of type: ";
    BsonArray first = array(values[0], 17046, text.formatted("First"));
    Set<ValueKey> second = keys(array(values[1], 17042, text.formatted("Second")), order);
    for (BsonValue value : first) {
      if (!second.contains(new ValueKey(value, order))) {
        return Values.of(false);
      }
    }
    return Values.of(true);
  }

  static BsonValue allTrue(BsonValue value) {
    return Values.of(!has(array(value, 17040, noArray("$allElementsTrue")), false));
  }

  static BsonValue anyTrue(BsonValue value) {
    return Values.of(has(array(value, 17041, noArray("$anyElementTrue")), true));
  }

  private static String noArray(String name) {
    return name + "'s argument must be an array, but is ";
  }

  private static boolean has(BsonArray array, boolean expected) {
    for (BsonValue value : array) {
      if (Values.isTrue(value) == expected) {
        return true;
      }
    }
    return false;
  }
}
