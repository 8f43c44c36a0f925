package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonArray;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** {@code $range}: integers from start to before end. */
final class Range {
  private static final int ELEMENT_BYTES = 16;
  private static final int HEAP_BYTES = HeapSize.ELEMENT + 16;

  private Range() {}

  static BsonValue of(BsonValue[] values, Variables variables) {
    long start = number(values[0], 34443, "starting", "a starting", ": ");
    long end = number(values[1], 34445, "ending", "an ending", ": ");
    long step = values.length < 3 ? 1 : number(values[2], 34447, "step", "a step", ":");
    if (step == 0) {
      throw new MongoException(34449, "$range requires a non-zero step value");
    }
    long count = Math.max(0, (end - start + step - Long.signum(step)) / step);
    checkMemory(count);
    variables.make(count * HEAP_BYTES);
    BsonArray range = LargeArray.ofSize((int) count);
    for (long i = 0; i < count; i++) {
      range.add(new BsonInt32((int) (start + i * step)));
    }
    return range;
  }

  private static int number(
      BsonValue value, int code, String what, String aWhat, String afterType) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          code,
          "$range requires a numeric %s value, found value of type%s%s"
              .formatted(what, afterType, TypeNames.of(value)));
    }
    Integer exact = Numbers.exactInt(value);
    if (exact == null) {
      throw new MongoException(
          code + 1,
          "$range requires %s value that can be represented as a 32-bit integer, found value: %s"
              .formatted(aWhat, BsonText.of(value)));
    }
    return exact;
  }

  private static void checkMemory(long count) {
    long bytes = count * ELEMENT_BYTES;
    if (bytes > ValueLimits.BYTES_MAX) {
      throw new MongoException(
          ErrorCodes.EXCEEDED_MEMORY_LIMIT,
          "$range would use too much memory (%d bytes) and cannot spill to disk. ".formatted(bytes)
              + "Memory limit: "
              + ValueLimits.BYTES_MAX
              + " bytes");
    }
  }
}
