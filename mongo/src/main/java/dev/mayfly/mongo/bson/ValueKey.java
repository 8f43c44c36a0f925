package dev.mayfly.mongo.bson;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import org.bson.BsonValue;

/** A value as a hash key, equal as in {@link BsonOrder}: {@code 1} equals {@code 1.0}. */
public final class ValueKey {
  private final BsonValue value;
  private final BsonOrder order;
  private final int hash;

  /**
   * @param value null for a missing one
   */
  public ValueKey(BsonValue value, BsonOrder order) {
    this.value = value;
    this.order = requireNonNull(order, "order");
    this.hash = hash(value);
  }

  public BsonValue value() {
    return value;
  }

  private int hash(BsonValue each) {
    if (each == null) {
      return 0;
    }
    return switch (each.getBsonType()) {
      case INT32, INT64, DOUBLE, DECIMAL128 -> Numbers.hash(each);
      case STRING -> order.texts().hash(each.asString().getValue());
      case SYMBOL -> order.texts().hash(each.asSymbol().getSymbol());
      case DOCUMENT -> {
        int sum = 17;
        for (Map.Entry<String, BsonValue> field : each.asDocument().entrySet()) {
          sum = 31 * (31 * sum + field.getKey().hashCode()) + hash(field.getValue());
        }
        yield sum;
      }
      case ARRAY -> {
        int sum = 19;
        for (BsonValue element : each.asArray()) {
          sum = 31 * sum + hash(element);
        }
        yield sum;
      }
      case UNDEFINED -> 0;
      default -> each.hashCode();
    };
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ValueKey that && hash == that.hash && order.equal(value, that.value);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
