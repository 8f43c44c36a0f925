package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $count}: how many documents came, which is the sum of a one for each. */
final class CountDocuments {
  private static final BsonValue ONE = new BsonInt32(1);

  private CountDocuments() {}

  static Accumulation parse(String name, BsonValue argument, ParseContext context) {
    if (!argument.isDocument() || !argument.asDocument().isEmpty()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "$count takes no arguments, i.e. $count:{}");
    }
    return new Accumulation(
        name, ExpressionParser.parse(ONE, context), ONE, (variables, memory) -> new SumOfNumbers());
  }
}
