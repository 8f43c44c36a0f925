package dev.mayfly.mongo.plan;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.BsonOrder;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Values between two values, in the order of an index. */
record Interval(BsonValue lower, boolean fromLower, BsonValue upper, boolean toUpper) {
  private static final int NULL_RANK = BsonOrder.rank(BsonType.NULL);

  /**
   * @param fromLower whether the lower value belongs to it
   * @param toUpper whether the upper value belongs to it
   */
  Interval {
    requireNonNull(lower, "lower");
    requireNonNull(upper, "upper");
  }

  static Interval point(BsonValue value) {
    return new Interval(value, true, value, true);
  }

  boolean isPoint() {
    return fromLower && toUpper && BsonOrder.SIMPLE.equal(lower, upper);
  }

  boolean isEmpty() {
    int compared = BsonOrder.SIMPLE.compare(lower, upper);
    return compared > 0 || compared == 0 && !(fromLower && toUpper);
  }

  /** Whether what is missing may have such a key. */
  boolean holdsNull() {
    return BsonOrder.rank(lower) <= NULL_RANK;
  }

  /** What both hold; it may be empty. */
  Interval and(Interval other) {
    int lowers = BsonOrder.SIMPLE.compare(lower, other.lower);
    int uppers = BsonOrder.SIMPLE.compare(upper, other.upper);
    return new Interval(
        lowers >= 0 ? lower : other.lower,
        lowers == 0 ? fromLower && other.fromLower : lowers > 0 ? fromLower : other.fromLower,
        uppers <= 0 ? upper : other.upper,
        uppers == 0 ? toUpper && other.toUpper : uppers < 0 ? toUpper : other.toUpper);
  }

  boolean isWithin(Interval other) {
    Interval shared = and(other);
    return shared.fromLower == fromLower
        && shared.toUpper == toUpper
        && BsonOrder.SIMPLE.equal(shared.lower, lower)
        && BsonOrder.SIMPLE.equal(shared.upper, upper);
  }

  /** Whether another one that does not begin before this one has a value in common with it. */
  boolean meets(Interval next) {
    return !and(next).isEmpty();
  }

  /** This and one that meets it and does not begin before it. */
  Interval or(Interval next) {
    int uppers = BsonOrder.SIMPLE.compare(upper, next.upper);
    boolean further = uppers < 0 || uppers == 0 && next.toUpper;
    return new Interval(
        lower, fromLower, further ? next.upper : upper, further ? next.toUpper : toUpper);
  }

  static int byLower(Interval first, Interval second) {
    int lowers = BsonOrder.SIMPLE.compare(first.lower, second.lower);
    return lowers != 0 ? lowers : Boolean.compare(second.fromLower, first.fromLower);
  }
}
