package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.Values;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $locf} and {@code $linearFill}. */
final class GapFill {
  private static final int NOT_A_NUMBER = 7206200;

  private GapFill() {}

  /** Last observation carried forward. */
  static BsonValue[] carriedForward(Partition partition, Expression argument) {
    BsonValue[] values = new BsonValue[partition.size()];
    BsonValue last = BsonNull.VALUE;
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(argument, i);
      last = Values.isNullish(value) ? last : value;
      values[i] = last;
    }
    return values;
  }

  /** Linear interpolation between the neighbouring values. */
  static BsonValue[] linear(Partition partition, Expression argument) {
    BsonValue[] values = new BsonValue[partition.size()];
    for (int i = 0; i < values.length; i++) {
      BsonValue value = partition.value(argument, i);
      if (!Values.isNullish(value) && !Numbers.isNumber(value)) {
        throw new MongoException(
            NOT_A_NUMBER,
            "Value to be filled must be numeric or nullish, but found " + TypeNames.of(value));
      }
      values[i] = Values.orNull(value);
    }
    int before = -1;
    for (int i = 0; i < values.length; i++) {
      if (!values[i].isNull()) {
        if (before >= 0 && i - before > 1) {
          between(partition, values, before, i);
        }
        before = i;
      }
    }
    return values;
  }

  private static void between(Partition partition, BsonValue[] values, int before, int behind) {
    double start = place(partition, before);
    double end = place(partition, behind);
    if (start == end) {
      throw new MongoException(
          6050106, "There can be no repeated values in the sort field in $linearFill");
    }
    double from = Numbers.toDouble(values[before]);
    double slope = (Numbers.toDouble(values[behind]) - from) / (end - start);
    for (int i = before + 1; i < behind; i++) {
      values[i] = new BsonDouble(from + slope * (place(partition, i) - start));
    }
  }

  private static double place(Partition partition, int position) {
    BsonValue key = partition.key(position)[0];
    if (key.isDateTime()) {
      return key.asDateTime().getValue();
    }
    if (!Numbers.isNumber(key)) {
      throw new MongoException(
          NOT_A_NUMBER,
          "The sort field of $linearFill must be numeric or a date, but found "
              + TypeNames.of(key));
    }
    return Numbers.toDouble(key);
  }
}
