package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;

record FilterArray(Expression input, String as, Expression condition, Expression limit)
    implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(28646, "$filter only supports an object as its argument"),
            NamedArguments.failure(28647, "Unrecognized parameter to $filter: %s"),
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
    BsonArray kept = LargeArray.ofSize(Math.min(most, value.asArray().size()));
    for (BsonValue element : value.asArray()) {
      variables.step();
      long mark = variables.mark();
      boolean matches = Values.isTrue(condition.evaluate(variables.with(as, element)));
      variables.releaseTo(mark);
      if (matches) {
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
