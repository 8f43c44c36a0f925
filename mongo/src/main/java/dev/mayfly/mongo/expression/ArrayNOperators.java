package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonValue;

/** {@code $firstN}, {@code $lastN}, {@code $minN}, {@code $maxN} on arrays. */
public final class ArrayNOperators {
  private static final int NOT_OBJECT_IN_ORDER = 5787801;
  private static final int NOT_OBJECT_BY_SIZE = 5787900;

  private ArrayNOperators() {}

  @FunctionalInterface
  private interface Choice {
    List<BsonValue> of(List<BsonValue> array, int count);
  }

  private static Operator of(int code, Choice choice) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(
                  code, "specification must be an object; found " + BsonText.field(name, argument)),
              NamedArguments.failure(5787901, "Unknown argument for 'n' operator: %s"),
              "n",
              "input");
      Expression count = arguments.required("n", 5787906, "Missing value for 'n'");
      Expression input = arguments.required("input", 5787907, "Missing value for 'input'");
      return Operators.folded(
          variables -> {
            BsonValue array = input.evaluate(variables);
            if (array == null || !array.isArray()) {
              throw new MongoException(5788200, "Input must be an array");
            }
            return LargeArray.of(choice.of(array.asArray(), count(count.evaluate(variables))));
          },
          count,
          input);
    };
  }

  /** Parses {@code n}, a positive integer. */
  public static int count(BsonValue value) {
    Long exact = Numbers.isNumber(value) ? Numbers.exactLong(value) : null;
    if (exact == null) {
      throw new MongoException(
          5787902, "Value for 'n' must be of integral type, but found " + BsonText.of(value));
    }
    if (exact <= 0) {
      throw new MongoException(5787908, "'n' must be greater than 0, found " + exact);
    }
    return (int) Math.min(exact, Integer.MAX_VALUE);
  }

  static Operator first() {
    return of(
        NOT_OBJECT_IN_ORDER, (array, count) -> array.subList(0, Math.min(count, array.size())));
  }

  static Operator last() {
    return of(
        NOT_OBJECT_IN_ORDER,
        (array, count) -> array.subList(Math.max(0, array.size() - count), array.size()));
  }

  static Operator least() {
    return (name, argument, context) ->
        of(NOT_OBJECT_BY_SIZE, (array, count) -> sorted(array, count, context.order()))
            .parse(name, argument, context);
  }

  static Operator greatest() {
    return (name, argument, context) ->
        of(NOT_OBJECT_BY_SIZE, (array, count) -> sorted(array, count, context.order().reversed()))
            .parse(name, argument, context);
  }

  private static List<BsonValue> sorted(
      List<BsonValue> array, int count, Comparator<BsonValue> order) {
    List<BsonValue> present = new ArrayList<>(array.size());
    for (BsonValue element : array) {
      if (!Values.isNullish(element)) {
        present.add(element);
      }
    }
    present.sort(order);
    return present.subList(0, Math.min(count, present.size()));
  }
}
