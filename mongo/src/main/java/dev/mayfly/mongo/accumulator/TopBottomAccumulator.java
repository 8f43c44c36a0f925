package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.expression.ArrayNOperators;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.NamedArguments;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortPattern;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/**
 * {@code $top}, {@code $bottom}, {@code $topN}, {@code $bottomN}: by a {@code sortBy} of their own.
 */
record TopBottomAccumulator(TopN nearest, boolean isSingle) implements Accumulator {
  static AccumulatorParser single(boolean isTop) {
    return (name, argument, context) -> parse(name, argument, context, isTop, true);
  }

  static AccumulatorParser several(boolean isTop) {
    return (name, argument, context) -> parse(name, argument, context, isTop, false);
  }

  private static AccumulationStatement parse(
      String name, BsonValue argument, ParseContext context, boolean isTop, boolean isSingle) {
    String[] names =
        isSingle ? new String[] {"output", "sortBy"} : new String[] {"n", "output", "sortBy"};
    NamedArguments arguments =
        NamedArguments.of(
            argument,
            context,
            NamedArguments.failure(
                5788001, "specification must be an object; found " + name + ": %s"),
            NamedArguments.failure(5788002, "Unknown argument to " + name + " '%s'"),
            names);
    Expression count = isSingle ? null : arguments.required("n", 5788003, "Missing value for 'n'");
    Expression output = arguments.required("output", 5788004, "Missing value for 'output'");
    arguments.required("sortBy", 5788005, "Missing value for 'sortBy'");
    SortPattern pattern = SortPattern.parse(arguments.raw("sortBy"), context.order());
    return new AccumulationStatement(
        name,
        variables -> row(pattern, output, variables),
        argument,
        (variables, memory) -> {
          int limit = isSingle ? 1 : ArrayNOperators.count(count.evaluate(variables));
          return new TopBottomAccumulator(new TopN(limit, pattern, isTop, memory), isSingle);
        });
  }

  /** The sort keys, followed by the output. */
  private static BsonValue row(SortPattern pattern, Expression output, Variables variables) {
    List<BsonValue> row = new ArrayList<>(Arrays.asList(pattern.key(variables.root())));
    row.add(Values.orNull(output.evaluate(variables)));
    return new BsonArray(row);
  }

  @Override
  public void add(BsonValue value) {
    BsonValue[] row = value.asArray().toArray(new BsonValue[0]);
    nearest.add(Arrays.copyOf(row, row.length - 1), row[row.length - 1]);
  }

  @Override
  public BsonValue result() {
    BsonArray values = nearest.values();
    if (!isSingle) {
      return values;
    }
    return values.isEmpty() ? BsonNull.VALUE : values.get(0);
  }

  @Override
  public BsonValue state() {
    return nearest.state();
  }

  @Override
  public void restore(BsonValue state) {
    nearest.restore(state.asDocument());
  }
}
