package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** {@code $alwaysFalse}, and {@code $all} of nothing. */
final class AlwaysFalse implements Filter {
  static final Filter FILTER = new AlwaysFalse();

  private AlwaysFalse() {}

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return false;
  }
}
