package dev.mayfly.mongo.update;

import dev.mayfly.mongo.bson.BsonOrder;
import org.bson.BsonValue;

/** {@code $min} and {@code $max}: the smaller or the larger of the two values. */
final class MinMax implements Modifier {
  private final BsonValue value;
  private final boolean larger;
  private final BsonOrder order;

  MinMax(BsonValue value, boolean larger, BsonOrder order) {
    this.value = value;
    this.larger = larger;
    this.order = order;
  }

  @Override
  public BsonValue modify(BsonValue current, Place place) {
    if (current == null) {
      return value;
    }
    int comparison = order.compare(value, current);
    return (larger ? comparison > 0 : comparison < 0) ? value : current;
  }

  @Override
  public int depth() {
    return Depth.of(value);
  }
}
