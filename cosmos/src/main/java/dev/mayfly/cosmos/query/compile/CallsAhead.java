package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Expression;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The calls of user-defined functions that a query makes for each item, whatever the item is: these
 * can be made for several items at once. What is in a branch, a subquery or another call is not
 * among them.
 *
 * @param before what is tested before the filter's calls; null if nothing is, or there are none
 * @param filter the calls in the filter, for each item that passes that
 * @param results the calls elsewhere, for each item that passes the filter
 */
public record CallsAhead(Evaluator before, List<UserCall> filter, List<UserCall> results) {
  static final CallsAhead NONE = new CallsAhead(null, List.of(), List.of());

  public CallsAhead {
    filter = List.copyOf(filter);
    results = List.copyOf(results);
  }

  /**
   * @param where the filter; null if there is none
   * @param others all other expressions that are evaluated for each item that passes
   * @param calls those that were compiled, by what they were made of
   */
  static CallsAhead of(
      Expression where,
      List<Expression> others,
      ExpressionCompiler rows,
      Map<Expression.Call, UserCall> calls) {
    List<Expression> conditions =
        where == null
            ? List.of()
            : where instanceof Expression.And and ? and.operands() : List.of(where);
    int first = 0;
    while (first < conditions.size() && !isIn(conditions.get(first))) {
      first++;
    }
    List<UserCall> inFilter = new ArrayList<>();
    List<UserCall> inResults = new ArrayList<>();
    boolean known = true;
    if (first < conditions.size()) {
      known = find(conditions.get(first), rows, calls, inFilter);
      known &=
          conditions.subList(first + 1, conditions.size()).stream().noneMatch(CallsAhead::isIn);
    }
    if (known) {
      others.forEach(each -> find(each, rows, calls, inResults));
    }
    Evaluator before = null;
    if (!inFilter.isEmpty() && first > 0) {
      Evaluator[] tests = rows.compile(conditions.subList(0, first));
      before = row -> Operators.and(tests, row);
    }
    return new CallsAhead(before, inFilter, inResults);
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return filter.isEmpty() && results.isEmpty();
  }

  private static boolean isIn(Expression expression) {
    return expression instanceof Expression.Call call && call.userDefined()
        || expression instanceof Expression.Subquery
        || expression.children().stream().anyMatch(CallsAhead::isIn);
  }

  /** Adds the calls that are made in any case; false if there are others. */
  private static boolean find(
      Expression expression,
      ExpressionCompiler rows,
      Map<Expression.Call, UserCall> calls,
      List<UserCall> found) {
    if (!isIn(expression)) {
      return true;
    }
    if (expression instanceof Expression.Call call && call.userDefined()) {
      UserCall compiled = calls.get(call);
      boolean plain =
          compiled != null && call.arguments().stream().allMatch(each -> isPlain(each, rows));
      if (plain) {
        found.add(compiled);
      }
      return plain;
    }
    boolean always =
        expression instanceof Expression.Call
            || expression instanceof Expression.Unary
            || expression instanceof Expression.Binary
            || expression instanceof Expression.Member
            || expression instanceof Expression.Between
            || expression instanceof Expression.NewArray
            || expression instanceof Expression.NewObject;
    if (!always) {
      // Of these the first part is evaluated in any case, but not always the others.
      boolean first =
          expression instanceof Expression.And
              || expression instanceof Expression.Or
              || expression instanceof Expression.Coalesce
              || expression instanceof Expression.Conditional;
      if (first) {
        find(expression.children().get(0), rows, calls, found);
      }
      return false;
    }
    boolean all = true;
    for (Expression each : expression.children()) {
      all &= find(each, rows, calls, found);
    }
    return all;
  }

  /** Whether an argument is made of the item and constants only. */
  private static boolean isPlain(Expression expression, ExpressionCompiler rows) {
    if (expression instanceof Expression.Identifier identifier) {
      return rows.isItem(identifier);
    }
    return !isIn(expression)
        && expression.children().stream().allMatch(each -> isPlain(each, rows));
  }
}
