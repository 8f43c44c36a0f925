package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Values;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;

/** {@code $expr}: an aggregation expression that counts as true. */
final class Expr implements Filter {
  private final Expression expression;

  Expr(Expression expression) {
    this.expression = expression;
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return Values.isTrue(expression.evaluate(variables.on(document)));
  }
}
