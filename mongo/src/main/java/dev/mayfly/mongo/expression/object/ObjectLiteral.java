package dev.mayfly.mongo.expression.object;

import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Sizes;
import dev.mayfly.mongo.expression.Variables;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code {a: .., b: ..}}: a document of what its expressions give, without missing ones. */
public final class ObjectLiteral implements Expression {
  private final String[] names;
  private final Expression[] values;

  private ObjectLiteral(String[] names, Expression[] values) {
    this.names = names;
    this.values = values;
  }

  public static Expression parse(BsonDocument document, ParseContext context) {
    ParseContext inner = context.deeper();
    String[] names = new String[document.size()];
    Expression[] values = new Expression[names.length];
    int at = 0;
    for (Map.Entry<String, BsonValue> field : document.entrySet()) {
      check(field.getKey());
      names[at] = field.getKey();
      values[at] = ExpressionParser.parse(field.getValue(), inner);
      at++;
    }
    return Operators.folded(new ObjectLiteral(names, values), values);
  }

  private static void check(String name) {
    if (name.isEmpty()) {
      throw new MongoException(15998, "FieldPath field names may not be empty strings.");
    }
    if (name.charAt(0) == '$') {
      throw new MongoException(
          16410,
          "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
    }
    if (name.indexOf('.') >= 0) {
      throw new MongoException(16405, "dotted field names are only allowed at the top level");
    }
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    BsonDocument document = new BsonDocument(names.length);
    for (int i = 0; i < names.length; i++) {
      BsonValue value = values[i].evaluate(variables);
      if (value != null) {
        document.put(names[i], value);
      }
    }
    return Sizes.checked(document);
  }
}
