package dev.mayfly.mongo.filter;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Variables;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.bson.BsonValue;

/**
 * {@code $bitsAllSet}, {@code $bitsAllClear}, {@code $bitsAnySet}, {@code $bitsAnyClear}, on
 * integers and binary data. Numbers are sign-extended, binary data is zero-extended.
 */
final class BitsMatcher implements ValueMatcher {
  private static final int LONG_BITS = 64;

  private final int[] positions;
  private final boolean wantSet;
  private final boolean all;

  private BitsMatcher(String name, int[] positions) {
    this.positions = positions;
    this.wantSet = name.endsWith("Set");
    this.all = name.startsWith("$bitsAll");
  }

  static BitsMatcher parse(String name, BsonValue operand) {
    if (operand.isArray()) {
      return new BitsMatcher(name, positions(operand.asArray()));
    }
    if (Numbers.isNumber(operand)) {
      long mask = Integers.nonNegative(name, operand);
      return new BitsMatcher(name, onesOf(LONG_BITS, i -> mask >> i & 1));
    }
    if (operand.isBinary()) {
      byte[] mask = operand.asBinary().getData();
      return new BitsMatcher(name, onesOf(mask.length * Byte.SIZE, i -> mask[i / 8] >> i % 8 & 1));
    }
    throw new MongoException(
        BAD_VALUE,
        "%s takes an Array, a number, or a BinData but received: %s"
            .formatted(name, BsonText.field(name, operand)));
  }

  private static int[] onesOf(int length, IntToLongFunction bit) {
    return IntStream.range(0, length).filter(i -> bit.applyAsLong(i) != 0).toArray();
  }

  private static int[] positions(List<BsonValue> values) {
    int[] positions = new int[values.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[i] = position(i, values.get(i));
    }
    return positions;
  }

  private static int position(int index, BsonValue value) {
    String shown = BsonText.field(Integer.toString(index), value);
    if (!Numbers.isNumber(value)) {
      throw new MongoException(BAD_VALUE, "bit positions must be an integer but got: " + shown);
    }
    if (Numbers.isNaN(value)) {
      throw new MongoException(BAD_VALUE, "bit positions cannot take a NaN: " + shown);
    }
    double approximately = Numbers.toDouble(value);
    if (approximately > Integer.MAX_VALUE || approximately < Integer.MIN_VALUE) {
      throw new MongoException(
          BAD_VALUE, "bit positions cannot be represented as a 32-bit signed integer: " + shown);
    }
    Long position = Numbers.exactLong(value);
    if (position == null) {
      throw new MongoException(BAD_VALUE, "bit positions must be an integer but got: " + shown);
    }
    if (position < 0) {
      throw new MongoException(BAD_VALUE, "bit positions must be >= 0 but got: " + shown);
    }
    return position.intValue();
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (value == null) {
      return false;
    }
    if (Numbers.isNumber(value)) {
      Long number = Numbers.exactLong(value);
      return number != null && testNumber(number);
    }
    return value.isBinary() && testBytes(value.asBinary().getData());
  }

  private boolean testNumber(long number) {
    for (int position : positions) {
      boolean set = (number >> Math.min(position, LONG_BITS - 1) & 1) != 0;
      if ((set == wantSet) != all) {
        return !all;
      }
    }
    return all;
  }

  private boolean testBytes(byte[] bytes) {
    for (int position : positions) {
      int at = position / Byte.SIZE;
      boolean set = at < bytes.length && (bytes[at] >> position % Byte.SIZE & 1) != 0;
      if ((set == wantSet) != all) {
        return !all;
      }
    }
    return all;
  }
}
