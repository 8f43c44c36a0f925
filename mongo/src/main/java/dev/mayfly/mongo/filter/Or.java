package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;

/** {@code $or}. Does not report the matching element, which would be arbitrary. */
final class Or implements Filter {
  private final Filter[] filters;

  private Or(List<Filter> filters) {
    this.filters = filters.toArray(Filter[]::new);
  }

  /** A single branch reports its element. */
  static Filter of(List<Filter> filters) {
    return filters.size() == 1 ? filters.get(0) : new Or(filters);
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    for (Filter filter : filters) {
      if (filter.matches(document, variables, null)) {
        return true;
      }
    }
    return false;
  }
}
