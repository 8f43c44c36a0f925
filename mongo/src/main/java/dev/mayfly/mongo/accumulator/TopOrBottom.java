package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.SortPattern;
import dev.mayfly.mongo.expression.Arguments;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.expression.array.Several;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $top}, {@code $bottom}, {@code $topN}, {@code $bottomN}: by an order of their own. */
final class TopOrBottom implements Accumulator {
  private static final int NOT_AN_OBJECT = 5788001;
  private static final int UNKNOWN_ARGUMENT = 5788002;
  private static final int NO_N = 5788003;
  private static final int NO_OUTPUT = 5788004;
  private static final int NO_SORT = 5788005;

  private final NearestToAnEnd nearest;
  private final boolean isSingle;

  private TopOrBottom(NearestToAnEnd nearest, boolean isSingle) {
    this.nearest = nearest;
    this.isSingle = isSingle;
  }

  static AccumulatorParser single(boolean isTop) {
    return (name, argument, context) -> parse(name, argument, context, isTop, true);
  }

  static AccumulatorParser several(boolean isTop) {
    return (name, argument, context) -> parse(name, argument, context, isTop, false);
  }

  private static Accumulation parse(
      String name, BsonValue argument, ParseContext context, boolean isTop, boolean isSingle) {
    String[] names =
        isSingle ? new String[] {"output", "sortBy"} : new String[] {"n", "output", "sortBy"};
    Arguments arguments =
        Arguments.of(
            argument,
            context,
            Arguments.failure(
                NOT_AN_OBJECT, "specification must be an object; found " + name + ": %s"),
            Arguments.failure(UNKNOWN_ARGUMENT, "Unknown argument to " + name + " '%s'"),
            names);
    Expression count = isSingle ? null : arguments.required("n", NO_N, "Missing value for 'n'");
    Expression output = arguments.required("output", NO_OUTPUT, "Missing value for 'output'");
    arguments.required("sortBy", NO_SORT, "Missing value for 'sortBy'");
    SortPattern pattern = SortPattern.parse(arguments.raw("sortBy"), context.order());
    return new Accumulation(
        name,
        variables -> row(pattern, output, variables),
        argument,
        (variables, memory) -> {
          int wanted = isSingle ? 1 : Several.count(count.evaluate(variables));
          return new TopOrBottom(new NearestToAnEnd(wanted, pattern, isTop, memory), isSingle);
        });
  }

  /** What an order needs, and last what is shown. */
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
}
