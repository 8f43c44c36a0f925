package dev.mayfly.mongo.expression.array;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** {@code $filter}: the elements that a condition holds for. */
final class FilterArray implements Expression {
  private final Expression input;
  private final String as;
  private final Expression condition;
  private final Expression limit;

  private FilterArray(Expression input, String as, Expression condition, Expression limit) {
    this.input = input;
    this.as = as;
    this.condition = condition;
    this.limit = limit;
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Arguments arguments =
        Arguments.of(
            argument,
            context,
            Arguments.failure(28646, "$filter only supports an object as its argument"),
            Arguments.failure(28647, "Unrecognized parameter to $filter: %s"),
            "input",
            "as",
            "cond",
            "limit");
    Expression input = arguments.required("input", 28648, "Missing 'input' parameter to $filter");
    String as = MapArray.variable(arguments.raw("as"));
    Expression condition =
        arguments.required(
            "cond",
            arguments.context().with(Set.of(as)),
            28650,
            "Missing 'cond' parameter to $filter");
    return new FilterArray(input, as, condition, arguments.optional("limit"));
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = input.evaluate(variables);
    if (Values.isNullish(value)) {
      return Values.NULL;
    }
    if (!value.isArray()) {
      throw new MongoException(
          28651, "input to $filter must be an array not " + TypeNames.of(value));
    }
    int most = limit == null ? Integer.MAX_VALUE : limit(limit.evaluate(variables));
    BsonArray kept = new BsonArray();
    for (BsonValue element : value.asArray()) {
      variables.step();
      long mark = variables.mark();
      boolean isKept = Values.isTrue(condition.evaluate(variables.with(as, element)));
      variables.releaseTo(mark);
      if (isKept) {
        kept.add(element);
        if (kept.size() == most) {
          break;
        }
      }
    }
    variables.make((long) kept.size() * HeapSize.ELEMENT);
    return kept;
  }

  private static int limit(BsonValue value) {
    if (Values.isNullish(value)) {
      return Integer.MAX_VALUE;
    }
    Integer most = Numbers.exactInt(value);
    if (most == null) {
      throw new MongoException(
          327391,
          "$filter: limit must be represented as a 32-bit integral value: " + BsonText.of(value));
    }
    if (most <= 0) {
      throw new MongoException(
          327392, "$filter: limit must be greater than 0: " + BsonText.of(value));
    }
    return most;
  }
}
