package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The condition of {@code $pull} on array elements. Thread safe. */
@FunctionalInterface
public interface ElementFilter {
  boolean matches(BsonValue element, Variables variables);

  /**
   * Parses a condition: a document is a query on elements that are documents, unless it begins with
   * a field operator, which applies to the element itself; any other value means equality.
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
