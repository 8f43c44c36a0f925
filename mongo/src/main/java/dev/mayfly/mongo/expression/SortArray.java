package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.net.work.Checkpoint;
import java.util.Comparator;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sortArray}, by whole elements or by fields. */
record SortArray(Expression input, Comparator<BsonValue> order) implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                2942500, "$sortArray requires an object as an argument, found: %s"),
            NamedArguments.failure(2942501, "$sortArray found an unknown argument: %s"),
            "input",
            "sortBy");
    Expression input =
        arguments.required("input", 2942502, "$sortArray requires 'input' to be specified");
    BsonValue sortBy = arguments.raw("sortBy");
    if (sortBy == null) {
      throw new MongoException(2942503, "$sortArray requires 'sortBy' to be specified");
    }
    return new SortArray(input, order(sortBy, context.order()));
  }

  private static Comparator<BsonValue> order(BsonValue sortBy, Comparator<BsonValue> values) {
    if (Numbers.isNumber(sortBy)) {
      return directed(values, sortBy, 2942506);
    }
    if (!sortBy.isDocument()) {
      throw new MongoException(
          2942507,
          "The $sort is invalid: use 1/-1 to sort the whole element, "
              + "or {field:1/-1} to sort embedded fields");
    }
    if (sortBy.asDocument().isEmpty()) {
      throw new MongoException(
          2942505, "BadValue: The sort pattern is empty when it should be a set of fields.");
    }
    Comparator<BsonValue> order = null;
    for (Map.Entry<String, BsonValue> field : sortBy.asDocument().entrySet()) {
      Comparator<BsonValue> next =
          Comparator.comparing(key(field.getKey()), directed(values, field.getValue(), 2942505));
      order = order == null ? next : order.thenComparing(next);
    }
    return order;
  }

  private static Comparator<BsonValue> directed(
      Comparator<BsonValue> values, BsonValue direction, int code) {
    Integer exact = Numbers.exactInt(direction);
    if (exact == null || (exact != 1 && exact != -1)) {
      throw new MongoException(code, "The $sort element value must be either 1 or -1");
    }
    return exact == 1 ? values : values.reversed();
  }

  private static Function<BsonValue, BsonValue> key(String path) {
    String[] names = FieldPath.split(path);
    return element -> {
      BsonValue value = element;
      for (String name : names) {
        value = value instanceof BsonDocument document ? document.get(name) : null;
      }
      return Values.orNull(value);
    };
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = input.evaluate(variables);
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isArray()) {
      throw new MongoException(
          2942504,
          "The input argument to $sortArray must be an array, but was of type: "
              + TypeNames.of(value));
    }
    variables.make((long) value.asArray().size() * HeapSize.ELEMENT);
    BsonArray sorted = new BsonArray(value.asArray());
    sorted.sort(Checkpoint.within(order));
    return sorted;
  }
}
