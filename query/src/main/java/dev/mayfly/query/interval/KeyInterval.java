package dev.mayfly.query.interval;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.index.IndexRange;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;

/** The values between two bounds, in the order of index keys. */
public record KeyInterval(KeyBound lower, KeyBound upper) {
  public KeyInterval {
    requireNonNull(lower, "lower");
    requireNonNull(upper, "upper");
  }

  /** One value only. */
  public static KeyInterval point(BsonValue value) {
    KeyBound before = KeyBound.before(value);
    return new KeyInterval(before, before.opposite());
  }

  /** From one value to another, both included. */
  public static KeyInterval closed(BsonValue lower, BsonValue upper) {
    return new KeyInterval(KeyBound.before(lower), KeyBound.after(upper));
  }

  /** From one value, which is included, to another, which is not. */
  public static KeyInterval halfOpen(BsonValue lower, BsonValue upper) {
    return new KeyInterval(KeyBound.before(lower), KeyBound.before(upper));
  }

  public boolean isEmpty() {
    return lower.compareTo(upper) >= 0;
  }

  public boolean isPoint() {
    return !lower.isAfter() && upper.isAfter() && lower.isAtSameValue(upper);
  }

  /** Whether it begins or ends where the values of a type do, and is more than one value. */
  boolean isOpen() {
    return !isPoint() && (lower.isAtEndOfType() || upper.isAtEndOfType());
  }

  /** The values of both; it may be empty. */
  public KeyInterval intersect(KeyInterval other) {
    return new KeyInterval(
        lower.compareTo(other.lower) < 0 ? other.lower : lower,
        upper.compareTo(other.upper) < 0 ? upper : other.upper);
  }

  /** The keys of an index that have certain values in its first parts and then one of these. */
  public IndexRange range(List<BsonValue> equal) {
    if (isPoint()) {
      List<BsonValue> values = new ArrayList<>(equal.size() + 1);
      values.addAll(equal);
      values.add(lower.value());
      return new IndexRange(values, null, null);
    }
    return new IndexRange(
        equal,
        new IndexRange.Bound(lower.value(), !lower.isAfter()),
        new IndexRange.Bound(upper.value(), upper.isAfter()));
  }
}
