package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.LargeArray;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import java.util.List;
import org.bson.BsonValue;

/** {@code $slice}: elements from the start, the end, or a position. */
final class Slice {
  private Slice() {}

  static BsonValue of(BsonValue[] values) {
    if (Values.isNullish(values[0]) || Values.isNullish(values[1])) {
      return Values.NULL;
    }
    if (!values[0].isArray()) {
      throw new MongoException(
          28724,
          "First argument to $slice must be an array, but is of type: " + TypeNames.of(values[0]));
    }
    List<BsonValue> array = values[0].asArray();
    int second = second(values[1]);
    int size = array.size();
    if (values.length == 2) {
      int start = second < 0 ? fromEnd(size, second) : 0;
      return part(array, start, second < 0 ? size : second);
    }
    if (Values.isNullish(values[2])) {
      return Values.NULL;
    }
    int start = second < 0 ? fromEnd(size, second) : Math.min(second, size);
    return part(array, start, start + (long) count(values[2]));
  }

  private static int fromEnd(int size, int position) {
    return (int) Math.max(0, size + (long) position);
  }

  private static BsonValue part(List<BsonValue> array, int start, long end) {
    return LargeArray.of(array.subList(start, (int) Math.min(end, array.size())));
  }

  private static int second(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          28725,
          "Second argument to $slice must be a numeric value, but is of type: "
              + TypeNames.of(value));
    }
    Integer exact = Numbers.exactInt(value);
    if (exact == null) {
      throw new MongoException(
          28726,
          "Second argument to $slice can't be represented as a 32-bit integer: "
              + DoubleFormat.of(Numbers.toDouble(value)));
    }
    return exact;
  }

  private static int count(BsonValue value) {
    if (!Numbers.isNumber(value)) {
      throw new MongoException(
          28727,
          "Third argument to $slice must be numeric, but is of type: " + TypeNames.of(value));
    }
    Integer exact = Numbers.exactInt(value);
    if (exact == null) {
      throw new MongoException(
          28728,
          "Third argument to $slice can't be represented as a 32-bit integer: "
              + DoubleFormat.of(Numbers.toDouble(value)));
    }
    if (exact <= 0) {
      throw new MongoException(28729, "Third argument to $slice must be positive: " + exact);
    }
    return exact;
  }
}
