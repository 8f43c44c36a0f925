package dev.mayfly.mongo.projection;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import dev.mayfly.mongo.filter.FilterParser;
import dev.mayfly.mongo.filter.MatchDetails;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $elemMatch} of a projection: the first matching element, in an array. */
record ElemMatchExpression(String field, Filter filter) implements Expression {
  static Expression parse(String field, BsonValue operand, ParseContext context) {
    BsonDocument filter = new BsonDocument(field, new BsonDocument("$elemMatch", operand));
    return new ElemMatchExpression(field, FilterParser.parse(filter, context));
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonValue value = variables.root().get(field);
    if (value == null || !value.isArray()) {
      return null;
    }
    MatchDetails match = new MatchDetails();
    return filter.matches(variables.root(), variables, match)
        ? new BsonArray(List.of(value.asArray().get(match.element())))
        : null;
  }
}
