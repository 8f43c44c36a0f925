package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import dev.mayfly.cosmos.query.syntax.Expression.SubqueryKind;
import dev.mayfly.cosmos.query.syntax.Operator;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryError;
import dev.mayfly.cosmos.query.value.RowBudget;
import dev.mayfly.cosmos.query.value.Value;
import java.util.ArrayList;
import java.util.List;

/** What becomes of the rows of a query within an expression. */
final class Subqueries {
  private Subqueries() {}

  /** The query as it is run: all rows pass if there is none that does not. */
  static Query query(SubqueryKind kind, Query query) {
    if (kind != SubqueryKind.ALL) {
      return query;
    }
    Expression where =
        query.where() == null ? new Expression.Literal(Value.of(true)) : query.where();
    return query.withWhere(new Expression.Unary(Operator.NOT, where));
  }

  static Evaluator compile(SubqueryKind kind, CompiledQuery query, RowBudget budget) {
    return switch (kind) {
      case SCALAR -> row -> scalar(query, row);
      case EXISTS -> row -> Value.of(first(query, row).isDefined());
      case ALL -> row -> Value.of(!first(query, row).isDefined());
      case FIRST -> row -> first(query, row);
      case LAST -> row -> last(query, row);
      case ARRAY -> row -> array(query, row, budget);
    };
  }

  private static Value scalar(CompiledQuery query, Value[] row) {
    Value[] only = {Value.UNDEFINED};
    Collector.run(
        query,
        row,
        value -> {
          if (only[0].isDefined()) {
            throw QueryError.refused(
                "The cardinality of a scalar subquery result set cannot be greater than one.");
          }
          only[0] = value;
          return true;
        });
    return only[0];
  }

  private static Value first(CompiledQuery query, Value[] row) {
    Value[] first = {Value.UNDEFINED};
    Collector.run(
        query,
        row,
        value -> {
          first[0] = value;
          return false;
        });
    return first[0];
  }

  private static Value last(CompiledQuery query, Value[] row) {
    Value[] last = {Value.UNDEFINED};
    Collector.run(
        query,
        row,
        value -> {
          last[0] = value;
          return true;
        });
    return last[0];
  }

  private static Value array(CompiledQuery query, Value[] row, RowBudget budget) {
    return Value.of(rows(query, row, budget));
  }

  static List<Value> rows(CompiledQuery query, Value[] row, RowBudget budget) {
    List<Value> rows = new ArrayList<>();
    Collector.run(
        query,
        row,
        value -> {
          budget.takePart(value);
          return rows.add(value);
        });
    return rows;
  }
}
