package dev.mayfly.mongo.expression.array;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Sizes;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import java.util.Set;
import org.bson.BsonValue;

/** {@code $reduce}: one value, made step by step from the elements. */
final class Reduce implements Expression {
  private static final String THIS = "this";
  private static final String VALUE = "value";

  private final Expression input;
  private final Expression initial;
  private final Expression in;

  private Reduce(Expression input, Expression initial, Expression in) {
    this.input = input;
    this.initial = initial;
    this.in = in;
  }

  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Arguments arguments =
        Arguments.of(
            argument,
            context,
            Arguments.failure(40075, "$reduce requires an object as an argument, found: %s"),
            Arguments.failure(40076, "$reduce found an unknown argument: %s"),
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
      value = Sizes.checked(in.evaluate(inner));
      if (variables.mark() > mark) {
        // Of all that was made on the way, only the value is used.
        variables.releaseTo(mark);
        variables.make(HeapSize.of(value));
      }
    }
    return value;
  }
}
