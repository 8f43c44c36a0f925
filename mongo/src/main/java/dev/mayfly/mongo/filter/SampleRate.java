package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $sampleRate}: each document with this probability. */
final class SampleRate implements Filter {
  private final double rate;

  private SampleRate(double rate) {
    this.rate = rate;
  }

  static Filter parse(BsonValue operand) {
    if (!Numbers.isNumber(operand)) {
      throw new MongoException(BAD_VALUE, "argument to $sampleRate must be a numeric type");
    }
    double rate = Numbers.toDouble(operand);
    if (!(rate >= 0 && rate <= 1)) {
      throw new MongoException(BAD_VALUE, "numeric argument to $sampleRate must be in [0, 1]");
    }
    return new SampleRate(rate);
  }

  @Override
  public boolean matches(BsonDocument document, Variables variables, MatchDetails match) {
    return rate > 0 && ThreadLocalRandom.current().nextDouble() < rate;
  }
}
