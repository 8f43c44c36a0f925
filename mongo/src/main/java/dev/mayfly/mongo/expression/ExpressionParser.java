package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Parses aggregation expressions. */
public final class ExpressionParser {
  private ExpressionParser() {}

  public static Expression parse(BsonValue value, ParseContext context) {
    return switch (value.getBsonType()) {
      case STRING -> {
        String text = value.asString().getValue();
        yield text.startsWith("$") ? FieldPath.parse(text, context) : new Constant(value);
      }
      case DOCUMENT -> parseDocument(value.asDocument(), context);
      case ARRAY -> ArrayLiteral.parse(value.asArray(), context);
      default -> new Constant(value);
    };
  }

  private static Expression parseDocument(BsonDocument document, ParseContext context) {
    if (document.isEmpty() || !document.getFirstKey().startsWith("$")) {
      return ObjectLiteral.parse(document, context);
    }
    return parseOperator(document, context);
  }

  /** Parses an operator with its argument, such as {@code {$add: [1, 2]}}. */
  public static Expression parseOperator(BsonDocument document, ParseContext context) {
    if (document.size() != 1) {
      throw new MongoException(
          15983,
          "an object representing an expression must have exactly one field: "
              + BsonText.of(document));
    }
    String name = document.getFirstKey();
    Operator operator = context.operators().get(name);
    if (operator == null) {
      throw new MongoException(
          ErrorCodes.INVALID_PIPELINE_OPERATOR, "Unrecognized expression '" + name + "'");
    }
    Expression parsed = operator.parse(name, document.get(name), context);
    return context.folded() ? ConstantOperator.of(document, parsed) : parsed;
  }
}
