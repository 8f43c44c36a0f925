package dev.mayfly.mongo.expression;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.bson.TypeNames;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonValue;

/** The start and end operands of {@code $indexOfArray} and the like. */
public final class Positions {
  private Positions() {}

  public static int start(String name, BsonValue[] values) {
    return values.length > 2 ? position(name, "starting index", values[2]) : 0;
  }

  public static int end(String name, BsonValue[] values, int length) {
    return values.length > 3 ? Math.min(length, position(name, "ending index", values[3])) : length;
  }

  private static int position(String name, String what, BsonValue value) {
    Integer exact = Numbers.exactInt(value);
    if (exact == null) {
      throw new MongoException(
          40096,
          "%srequires an integral %s, found a value of type: %s, with value: %s"
              .formatted(name, what, TypeNames.of(value), BsonText.of(value)));
    }
    if (exact < 0) {
      throw new MongoException(
          40097, "%s requires a nonnegative %s, found: %d".formatted(name, what, exact));
    }
    return exact;
  }
}
