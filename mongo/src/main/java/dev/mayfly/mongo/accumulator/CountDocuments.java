package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ExpressionParser;
import dev.mayfly.mongo.expression.ParseContext;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $count}: a sum of ones. */
final class CountDocuments {
  private static final BsonValue ONE = new BsonInt32(1);

  private CountDocuments() {}

  static AccumulationStatement parse(String name, BsonValue argument, ParseContext context) {
    if (!argument.isDocument() || !argument.asDocument().isEmpty()) {
      throw new MongoException(
          ErrorCodes.TYPE_MISMATCH, "$count takes no arguments, i.e. $count:{}");
    }
    return new AccumulationStatement(
        name,
        ExpressionParser.parse(ONE, context),
        ONE,
        (variables, memory) -> new SumAccumulator());
  }
}
