package dev.mayfly.mongo.expression.object;

import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.Operators;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Sizes;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.expression.variable.FieldPath;
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
      FieldPath.checkName(field.getKey());
      names[at] = field.getKey();
      values[at] = ExpressionParser.parse(field.getValue(), inner);
      at++;
    }
    return Operators.folded(new ObjectLiteral(names, values), values);
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
