package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;

/** {@code $and}, explicit or implicit. */
final class And implements Filter {
  private final Filter[] filters;

  private And(List<Filter> filters) {
    this.filters = filters.toArray(Filter[]::new);
  }

  static Filter of(List<Filter> filters) {
    return switch (filters.size()) {
      case 0 -> Filter.ALWAYS_TRUE;
      case 1 -> filters.get(0);
      default -> new And(filters);
    };
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    for (Filter filter : filters) {
      if (!filter.matches(document, variables, match)) {
        if (match != null) {
          match.reset();
        }
        return false;
      }
    }
    return true;
  }
}
