package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.expression.ArrayNOperators;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.NamedArguments;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonValue;

/** Parses {@code {input: .., n: ..}}, the argument of accumulators that return n values. */
final class NArguments {
  private NArguments() {}

  @FunctionalInterface
  interface Starter {
    Accumulator start(int limit, ParseContext context, MemoryUse memory);
  }

  static AccumulatorParser parser(Starter starter) {
    return (name, argument, context) -> {
      NamedArguments arguments =
          NamedArguments.of(
              argument,
              context,
              NamedArguments.failure(
                  5787900, "specification must be an object; found " + name + ": %s"),
              NamedArguments.failure(5787901, "Unknown argument for 'n' operator: %s"),
              "n",
              "input");
      Expression count = arguments.required("n", 5787906, "Missing value for 'n'");
      Expression input = arguments.required("input", 5787907, "Missing value for 'input'");
      BsonValue written = arguments.raw("input");
      return new AccumulationStatement(
          name,
          input,
          written,
          (variables, memory) ->
              starter.start(ArrayNOperators.count(count.evaluate(variables)), context, memory));
    };
  }
}
