package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Says which elements of an array match: the condition of {@code $pull}. Thread safe. */
@FunctionalInterface
public interface ElementFilter {
  boolean matches(BsonValue element, Variables variables);

  /**
   * A document is a filter for elements that are documents, unless it begins with an operator of
   * fields: that looks at the element itself; any other value must equal the element.
   */
  static ElementFilter parse(BsonValue condition, ParseContext context) {
    if (condition.isDocument() && !OperatorParser.isKnownOperator(condition)) {
      Filter filter = FilterParser.parse(condition.asDocument(), context);
      return (element, variables) ->
          element.isDocument() && filter.matches(element.asDocument(), variables, null);
    }
    if (condition.isDocument() || condition.isRegularExpression()) {
      String field = "element";
      Filter filter = FilterParser.parse(new BsonDocument(field, condition), context);
      return (element, variables) ->
          filter.matches(new BsonDocument(field, element), variables, null);
    }
    return (element, variables) -> context.order().equal(element, condition);
  }
}
