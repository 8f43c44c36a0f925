package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

record Concat(Expression[] operands) implements Expression {
  static Expression parse(String name, BsonValue argument, ParseContext context) {
    Expression[] operands = Operators.operands(argument, context);
    return Operators.folded(new Concat(operands), operands);
  }

  @Override
  public BsonValue evaluate(Variables variables) {
    StringBuilder text = new StringBuilder();
    for (Expression operand : operands) {
      BsonValue value = operand.evaluate(variables);
      if (Values.isNullish(value)) {
        return Values.NULL;
      }
      if (value.getBsonType() != BsonType.STRING) {
        throw new MongoException(
            16702, "$concat only supports strings, not " + TypeNames.of(value));
      }
      text.append(value.asString().getValue());
      ValueLimits.checkText(text.length());
    }
    return new BsonString(text.toString());
  }
}
