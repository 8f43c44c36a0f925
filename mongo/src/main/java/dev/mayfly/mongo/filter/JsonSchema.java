package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.TYPE_MISMATCH;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $jsonSchema}: documents of a shape. */
final class JsonSchema implements Filter {
  private final SchemaTest schema;

  private JsonSchema(SchemaTest schema) {
    this.schema = schema;
  }

  static Filter parse(BsonValue operand) {
    if (!operand.isDocument()) {
      throw new MongoException(TYPE_MISMATCH, "$jsonSchema must be an object");
    }
    return new JsonSchema(SchemaParser.parse(operand.asDocument()));
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return schema.accepts(document);
  }
}
