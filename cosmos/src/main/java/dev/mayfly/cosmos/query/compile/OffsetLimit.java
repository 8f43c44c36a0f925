package dev.mayfly.cosmos.query.compile;

import dev.mayfly.cosmos.query.syntax.Query;

/** How many results a query leaves out and how many it has at most; parameters may say it. */
final class OffsetLimit {
  private final Query query;
  private long offset;
  private long limit;

  OffsetLimit(Query query) {
    this.query = query;
  }

  /** Refuses numbers that can't be counts. */
  void bind(Parameters parameters) {
    long top = parameters.count(query.top(), query.places().topCount(), Parameters.Count.TOP);
    limit = parameters.count(query.limit(), query.places().limitCount(), Parameters.Count.LIMIT);
    limit = Math.min(top, limit);
    offset =
        parameters.count(query.offset(), query.places().offsetCount(), Parameters.Count.OFFSET);
  }

  long offset() {
    return offset;
  }

  long limit() {
    return limit;
  }
}
