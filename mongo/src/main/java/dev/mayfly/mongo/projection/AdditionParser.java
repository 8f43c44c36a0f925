package dev.mayfly.mongo.projection;

import static dev.mayfly.mongo.error.ErrorCodes.INVALID_PIPELINE_OPERATOR;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Makes what {@code $addFields} does: every value is an expression, and other fields stay. */
final class AdditionParser {
  private static final int EMPTY_INSIDE = 40180;
  private static final int NOT_ONE_FIELD = 40181;

  private final ParseContext context;
  private final Node root = Node.root();

  AdditionParser(ParseContext context) {
    this.context = context;
  }

  Projection parse(BsonDocument specification) {
    for (Map.Entry<String, BsonValue> each : specification.entrySet()) {
      field("", each.getKey(), each.getValue());
    }
    return new Projection(new TreeProjection(root, true), null, List.of());
  }

  private void field(String parent, String name, BsonValue value) {
    if (value.isDocument() && !isOperator(parent + name, value.asDocument())) {
      FieldNames.split(name);
      for (Map.Entry<String, BsonValue> each : value.asDocument().entrySet()) {
        field(parent + name + ".", each.getKey(), each.getValue());
      }
    } else {
      root.add(FieldNames.split(parent + name), Node.compute(expression(value)));
    }
  }

  private Expression expression(BsonValue value) {
    throw new MongoException(
        INVALID_PIPELINE_OPERATOR, "Unrecognized expression " + BsonText.of(value));
  }

  private static boolean isOperator(String path, BsonDocument value) {
    if (value.isEmpty()) {
      throw new MongoException(
          EMPTY_INSIDE, "an empty object is not a valid value. Found empty object at path " + path);
    }
    for (String name : value.keySet()) {
      if (name.startsWith("$") && value.size() > 1) {
        throw new MongoException(
            NOT_ONE_FIELD,
            "an object representing an expression must have exactly one field: "
                + BsonText.of(value));
      }
    }
    return value.getFirstKey().startsWith("$");
  }
}
