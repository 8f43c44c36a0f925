package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.array.Several;
import org.bson.BsonValue;

/** Reads {@code {input: .., n: ..}}, the arguments of accumulators that keep some values. */
final class ArgumentsWithCount {
  private static final int NOT_AN_OBJECT = 5787900;
  private static final int UNKNOWN_ARGUMENT = 5787901;
  private static final int NO_N = 5787906;
  private static final int NO_INPUT = 5787907;

  private ArgumentsWithCount() {}

  /** Makes an accumulator that keeps a number of values. */
  @FunctionalInterface
  interface Starter {
    Accumulator start(int wanted, ParseContext context, MemoryUse memory);
  }

  static AccumulatorParser parser(Starter starter) {
    return (name, argument, context) -> {
      Arguments arguments =
          Arguments.of(
              argument,
              context,
              Arguments.failure(
                  NOT_AN_OBJECT, "specification must be an object; found " + name + ": %s"),
              Arguments.failure(UNKNOWN_ARGUMENT, "Unknown argument for 'n' operator: %s"),
              "n",
              "input");
      Expression count = arguments.required("n", NO_N, "Missing value for 'n'");
      Expression input = arguments.required("input", NO_INPUT, "Missing value for 'input'");
      BsonValue written = arguments.raw("input");
      return new Accumulation(
          name,
          input,
          written,
          (variables, memory) ->
              starter.start(Several.count(count.evaluate(variables)), context, memory));
    };
  }
}
