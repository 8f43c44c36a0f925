package dev.mayfly.cosmos.query.syntax;

import dev.mayfly.cosmos.query.value.NumberValue;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What can be said about full text and vector search before it is run: what ORDER BY RANK takes and
 * which options VectorDistance has.
 */
public final class SearchRules {
  private static final Set<String> SCORES = Set.of("VECTORDISTANCE", "FULLTEXTSCORE");
  private static final String MULTIPLIER = "searchListSizeMultiplier";
  private static final int MULTIPLIER_MAX = 100;

  private SearchRules() {}

  /** Reports what is wrong with the items of an ORDER BY RANK. */
  static void rank(Query query, Consumer<QueryError.Located> errors) {
    for (Query.OrderItem item : query.orderBy()) {
      Expression.Call call = (Expression.Call) item.value();
      if (isScore(call)) {
        continue;
      }
      List<Expression> scores = scores(call);
      boolean weighted = scores.size() < call.arguments().size();
      if (!isCall(call, "RRF")
          || scores.size() < 2
          || !scores.stream().allMatch(SearchRules::isScore)) {
        errors.accept(
            new QueryError.Located(
                query.places().orderBy(),
                "SC2221",
                "The ORDER BY RANK clause must be followed by a VectorDistance and/or a"
                    + " FullTextScore function call."));
      } else if (weighted && !mayBeWeights(last(call), scores.size())) {
        errors.accept(wrongWeights(query));
      }
    }
  }

  private static boolean isCall(Expression expression, String name) {
    return expression instanceof Expression.Call call
        && !call.userDefined()
        && call.name().equalsIgnoreCase(name);
  }

  private static boolean isScore(Expression expression) {
    return SCORES.stream().anyMatch(name -> isCall(expression, name));
  }

  private static Expression last(Expression.Call call) {
    return call.arguments().get(call.arguments().size() - 1);
  }

  /** The arguments without the weights. */
  public static List<Expression> scores(Expression.Call call) {
    List<Expression> arguments = call.arguments();
    return !arguments.isEmpty()
            && (last(call) instanceof Expression.NewArray
                || last(call) instanceof Expression.Parameter)
        ? arguments.subList(0, arguments.size() - 1)
        : arguments;
  }

  /** What is said if there is not a weight for each score. */
  public static QueryError.Located wrongWeights(Query query) {
    return new QueryError.Located(
        query.places().orderBy(),
        "SC2229",
        "The last parameter of the RRF function is an optional array of weights. When"
            + " present, it must be a literal array of numbers, one for each of the"
            + " component scores used for the RRF function. The length of this array must"
            + " be the same as the number of the component scores.");
  }

  /** A parameter is checked when it has a value. */
  private static boolean mayBeWeights(Expression weights, int count) {
    if (weights instanceof Expression.Parameter) {
      return true;
    }
    List<Expression> elements = ((Expression.NewArray) weights).elements();
    return elements.size() == count && elements.stream().allMatch(each -> number(each) != null);
  }

  /** The number that stands in the text, with its sign; null if there is none. */
  private static NumberValue number(Expression expression) {
    if (expression instanceof Expression.Literal literal) {
      return literal.value() instanceof NumberValue number ? number : null;
    }
    NumberValue operand =
        expression instanceof Expression.Unary unary && unary.operator() == Operator.NEGATE
            ? number(unary.operand())
            : null;
    if (operand instanceof NumberValue.Whole whole) {
      return new NumberValue.Whole(-whole.number());
    }
    return operand == null ? null : new NumberValue.Real(-operand.asDouble());
  }

  /** Reports what is wrong with the options of a vector distance. */
  static void options(Expression expression, Consumer<QueryError.Located> errors) {
    if (!isCall(expression, "VECTORDISTANCE")
        || !(expression instanceof Expression.Call call)
        || call.arguments().isEmpty()
        || !(last(call) instanceof Expression.NewObject options)) {
      return;
    }
    for (Expression.Property option : options.properties()) {
      NumberValue value = option.name().equals(MULTIPLIER) ? number(option.value()) : null;
      if (value != null && (value.asDouble() < 1 || value.asDouble() > MULTIPLIER_MAX)) {
        errors.accept(
            new QueryError.Located(
                options.span(),
                "SC2213",
                "The '"
                    + MULTIPLIER
                    + "' value "
                    + SqlText.json(value)
                    + " specified in the VectorDistance function is outside the supported range."
                    + " The value must be between 1 and "
                    + MULTIPLIER_MAX
                    + "."));
      }
    }
  }
}
