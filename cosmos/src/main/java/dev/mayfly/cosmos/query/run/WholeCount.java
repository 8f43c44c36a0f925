package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.resource.Scope;

/** How many items a container has: it knows that without a look at them. */
final class WholeCount {
  private WholeCount() {}

  /** Whether a query asks for nothing else. */
  static boolean isAsked(CompiledQuery query, Scope scope) {
    return query.isAggregated()
        && query.where() == null
        && query.rootAlias() != null
        && query.steps().isEmpty()
        && !query.isGrouped()
        && query.inner() == null
        && scope.isAll()
        && query.aggregates().stream().allMatch(Aggregate::countsRows);
  }
}
