package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.compile.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.syntax.SearchRules;
import dev.mayfly.cosmos.query.value.ArrayValue;
import dev.mayfly.cosmos.query.value.NumberValue;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/** A score by which ORDER BY RANK orders, alone or fused with others. */
public final class RankComponent {
  private final Expression.Call call;
  private final Evaluator score;
  private final VectorCall vector;
  private double weight = 1;

  /**
   * @param vector what gives the score if it is a distance of vectors; null if it is not
   */
  private RankComponent(Expression.Call call, Evaluator score, VectorCall vector) {
    this.call = call;
    this.score = score;
    this.vector = vector;
  }

  /** The scores of a query, whose weights are known when it is bound. */
  static List<RankComponent> compile(Query query, ExpressionCompiler rows, Binding binding) {
    refuse(query);
    Expression.Call call = (Expression.Call) query.orderBy().get(0).value();
    boolean fused = call.name().equalsIgnoreCase("RRF");
    List<Expression> calls = fused ? SearchRules.scores(call) : List.of(call);
    List<RankComponent> components = new ArrayList<>();
    for (Expression each : calls) {
      Expression.Call scored = (Expression.Call) each;
      if (FunctionResolver.isScore(scored)) {
        FullTextCall text = FullTextCall.compile(scored, rows, binding);
        components.add(new RankComponent(scored, text, null));
      } else {
        VectorCall vector = rows.vectorCall(scored);
        components.add(new RankComponent(scored, vector::evaluate, vector));
      }
    }
    if (fused && calls.size() < call.arguments().size()) {
      Expression weights = call.arguments().get(calls.size());
      binding.onBind(parameters -> bind(query, components, parameters.constant(weights)));
    }
    return components;
  }

  private static void refuse(Query query) {
    if (query.orderBy().size() > 1) {
      throw QueryError.refused(
          "The ORDER BY RANK clause takes one score, or the RRF function with several.");
    }
    if (query.orderBy().get(0).direction() != Query.Direction.NONE) {
      throw QueryError.refused(
          "Specifying a sort order (ASC or DESC) in the ORDER BY RANK clause is not allowed.");
    }
    if (query.distinct() || !query.groupBy().isEmpty() || query.from().isEmpty()) {
      throw QueryError.refused(
          "The ORDER BY RANK clause needs a FROM clause and is not supported with DISTINCT and"
              + " GROUP BY.");
    }
  }

  private static void bind(Query query, List<RankComponent> components, Value weights) {
    List<Value> each = weights instanceof ArrayValue array ? array.elements() : List.of();
    if (each.size() != components.size()
        || !each.stream().allMatch(NumberValue.class::isInstance)) {
      throw QueryError.of(List.of(SearchRules.wrongWeights(query)));
    }
    for (int i = 0; i < each.size(); i++) {
      components.get(i).weight = ((NumberValue) each.get(i)).asDouble();
    }
  }

  /** A single score as what a query sorts by; nothing if there are several. */
  static List<SortKey> order(List<RankComponent> ranks) {
    if (ranks.size() > 1) {
      return List.of();
    }
    RankComponent only = ranks.get(0);
    return List.of(new SortKey(only.score, only.isDescending(), null, false, false, only.vector));
  }

  /** The call as it was written. */
  public Expression.Call call() {
    return call;
  }

  public Evaluator score() {
    return score;
  }

  /** How much its rank counts; never negative. */
  public double weight() {
    return Math.abs(weight);
  }

  /** Whether it is a distance of vectors, whose order is not written. */
  public boolean isOfVectors() {
    return vector != null;
  }

  /** Whether high scores come first. With a negative weight it is the other way round. */
  public boolean isDescending() {
    boolean bestIsHigh = vector == null || vector.isDescending();
    return bestIsHigh == weight >= 0;
  }
}
