package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.index.KeyFunction;
import dev.mayfly.engine.index.KeyFunctionCall;
import dev.mayfly.engine.index.PathIndex;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** The key function of histories: the decimal digits of a number, each with how often it occurs. */
public final class DigitKeys implements KeyFunction {
  static final KeyFunctionCall CALL = new KeyFunctionCall("oracle digits", new BsonDocument());

  @Override
  public String name() {
    return CALL.name();
  }

  @Override
  public Source of(PathIndex index) {
    return (body, taker) -> {
      RawValue value = RawBson.find(body, index.parts().get(0).path());
      if (value == null) {
        return;
      }
      int[] times = new int[10];
      int rest = value.toBsonValue().asInt32().getValue();
      do {
        times[rest % 10]++;
        rest /= 10;
      } while (rest > 0);
      for (int digit = 0; digit < times.length; digit++) {
        if (times[digit] > 0) {
          taker.take(
              new byte[][] {
                KeyEncoder.encode(new BsonInt32(digit)),
                KeyEncoder.encode(new BsonInt32(times[digit]))
              });
        }
      }
    };
  }
}
