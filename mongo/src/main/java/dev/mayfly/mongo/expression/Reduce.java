package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonValue;

record Reduce(Expression input, Expression initial, Expression in) implements Expression {
  private static final String THIS = "this";
  private static final String VALUE = "value";

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(40075, "$reduce requires an object as an argument, found: %s"),
            NamedArguments.failure(40076, "$reduce found an unknown argument: %s"),
            "input",
            "initialValue",
            "in");
    return new Reduce(
        arguments.required("input", 40077, "$reduce requires 'input' to be specified"),
        arguments.required(
            "initialValue", 40078, "$reduce requires 'initialValue' to be specified"),
        arguments.required(
            "in",
            arguments.context().with(Set.of(THIS, VALUE)),
            40079,
            "$reduce requires 'in' to be specified"));
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue array = input.evaluate(variables);
    if (Values.isNullish(array)) {
      return Values.NULL;
    }
    if (!array.isArray()) {
      throw new MongoException(
          40080, "$reduce requires that 'input' be an array, found: " + BsonText.of(array));
    }
    BsonValue value = initial.evaluate(variables);
    long mark = variables.mark();
    for (BsonValue element : array.asArray()) {
      variables.step();
      Variables inner = variables.with(THIS, element).with(VALUE, value);
      value = ValueLimits.checked(in.evaluate(inner));
      if (variables.mark() > mark) {
        // Intermediate values are released.
        variables.releaseTo(mark);
        variables.make(HeapSize.of(value));
      }
    }
    return value;
  }
}
