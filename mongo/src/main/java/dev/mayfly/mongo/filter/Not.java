package dev.mayfly.mongo.filter;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** {@code $not}, {@code $nor} and the operators that say the opposite of another. */
final class Not implements Filter {
  private final Filter filter;

  Not(Filter filter) {
    this.filter = requireNonNull(filter, "filter");
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return !filter.matches(document, variables, null);
  }
}
