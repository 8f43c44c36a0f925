package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.vector.DistanceFunction;
import java.util.List;
import java.util.Set;

/**
 * The options that a call of VectorDistance ends with. They stand in the text, because they decide
 * in which direction a query is sorted.
 *
 * @param distance null if the container's policy decides
 * @param searchListSizeMultiplier how many candidates an index looks at for each result
 */
record VectorOptions(DistanceFunction distance, double searchListSizeMultiplier) {
  static final VectorOptions NONE = new VectorOptions(null, 10);

  private static final int MULTIPLIER_MAX = 100;
  private static final Set<String> DATA_TYPES = Set.of("FLOAT32", "FLOAT16", "INT8", "UINT8");

  /** The options of a call; refused if something is wrong with them. */
  static VectorOptions of(Expression.Call call) {
    if (call.arguments().size() < 4) {
      return NONE;
    }
    if (!(call.arguments().get(3) instanceof Expression.NewObject options)) {
      throw refused(call, "The options of the VectorDistance function must be an object literal.");
    }
    VectorOptions read = NONE;
    for (Expression.Property option : options.properties()) {
      read = read.with(call, option);
    }
    return read;
  }

  private VectorOptions with(Expression.Call call, Expression.Property option) {
    String name = option.name();
    Value value = literal(option.value());
    switch (name) {
      case "distanceFunction":
        DistanceFunction named =
            value instanceof StringValue text ? DistanceFunction.named(text.text()) : null;
        return new VectorOptions(
            require(call, name, named, "cosine, dotproduct or euclidean"),
            searchListSizeMultiplier);
      case "dataType":
        boolean known =
            value instanceof StringValue text
                && DATA_TYPES.stream().anyMatch(text.text()::equalsIgnoreCase);
        require(call, name, known ? value : null, "float32, float16, int8 or uint8");
        return this;
      case "searchListSizeMultiplier":
        return new VectorOptions(distance, number(call, name, value, 1, MULTIPLIER_MAX));
      case "quantizedVectorListMultiplier":
        number(call, name, value, 1, MULTIPLIER_MAX);
        return this;
      case "filterPriority":
        number(call, name, value, 0, 1);
        return this;
      default:
        throw refused(call, "The VectorDistance function has no option '" + name + "'.");
    }
  }

  private static double number(
      Expression.Call call, String name, Value value, double min, double max) {
    boolean fits =
        value instanceof NumberValue number && number.asDouble() >= min && number.asDouble() <= max;
    require(call, name, fits ? value : null, "a number from " + (int) min + " to " + (int) max);
    return ((NumberValue) value).asDouble();
  }

  private static <T> T require(Expression.Call call, String name, T value, String what) {
    if (value == null) {
      throw refused(
          call, "The option '" + name + "' of the VectorDistance function must be " + what + ".");
    }
    return value;
  }

  /** The value that stands in the text; null if it has to be computed. */
  private static Value literal(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return literal.value();
    }
    return expression instanceof Expression.Unary unary
            && unary.operator() == Operator.NEGATE
            && literal(unary.operand()) instanceof NumberValue number
        ? Value.of(-number.asDouble())
        : null;
  }

  static RuntimeException refused(Expression.Call call, String text) {
    return QueryError.of(List.of(new QueryError.Located(call.span(), "SC2214", text)));
  }
}
