package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import org.bson.BsonDocument;

/** {@code $or}. It does not tell which element matched: that would depend on chance. */
final class Or implements Filter {
  private final Filter[] filters;

  Or(List<Filter> filters) {
    this.filters = filters.toArray(Filter[]::new);
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
