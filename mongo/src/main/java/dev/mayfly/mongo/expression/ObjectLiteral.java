package dev.mayfly.mongo.expression;

import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code {a: .., b: ..}}: a document of expressions; missing values are omitted. */
public record ObjectLiteral(String[] names, Expression[] values) implements Expression {
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
    return ValueLimits.checked(document);
  }
}
