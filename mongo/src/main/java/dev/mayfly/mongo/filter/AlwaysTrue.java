package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** {@code $alwaysTrue}, and a filter that asks for nothing. */
final class AlwaysTrue implements Filter {
  static final Filter FILTER = new AlwaysTrue();

  private AlwaysTrue() {}

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return true;
  }
}
