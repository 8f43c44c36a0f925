package dev.mayfly.mongo.update;

import dev.mayfly.mongo.bson.BsonOrder;
import org.bson.BsonValue;

/** {@code $min} and {@code $max}. */
record MinMax(BsonValue value, boolean larger, BsonOrder order) implements Modifier {
  @Override
  public BsonValue modify(BsonValue current, FieldLocation place) {
    if (current == null) {
      return value;
    }
    int comparison = order.compare(value, current);
    return (larger ? comparison > 0 : comparison < 0) ? value : current;
  }

  @Override
  public int depth() {
    return NestingDepth.of(value);
  }
}
