package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The bounds of {@code $densify}: "full", "partition", or two values. */
final class DensifyBounds {
  /** The range of all documents. */
  static final BsonString FULL = new BsonString("full");

  /** The range of each partition. */
  static final BsonString PARTITION = new BsonString("partition");

  private static final String NOT_ALIKE =
      "A bounding array must contain either both dates or both numeric types";

  private DensifyBounds() {}

  /**
   * Validates the bounds.
   *
   * @param bounds null if there are none
   */
  static BsonValue check(BsonValue bounds, BsonValue step, boolean hasUnit) {
    if (bounds != null && bounds.isArray()) {
      if (bounds.asArray().size() != 2) {
        throw new MongoException(
            5733403, "A bounding array in a range statement must have exactly two elements");
      }
      check(bounds.asArray().get(0), bounds.asArray().get(1), step, hasUnit);
      return bounds;
    }
    if (bounds == null || !bounds.isString()) {
      throw new MongoException(
          5733404,
          "The bounds in a range statement must be the string 'full', 'partition', or an ascending"
              + " array of two numbers or two dates");
    }
    if (!bounds.equals(FULL) && !bounds.equals(PARTITION)) {
      throw new MongoException(5946802, "Bounds string must either be 'full' or 'partition'");
    }
    return bounds;
  }

  private static void check(BsonValue lower, BsonValue upper, BsonValue step, boolean hasUnit) {
    if (BsonOrder.SIMPLE.compare(lower, upper) > 0) {
      throw new MongoException(
          5733402,
          "A bounding array must be an ascending array of either two dates or two numbers");
    }
    if (Numbers.isNumber(lower)) {
      if (hasUnit) {
        throw new MongoException(5733409, "Numeric bounds may not have unit parameter");
      }
      if (!Numbers.isNumber(upper)) {
        throw new MongoException(5733406, NOT_ALIKE);
      }
      if (lower.getBsonType() != upper.getBsonType() || lower.getBsonType() != step.getBsonType()) {
        throw new MongoException(
            5876900, "Upper bound, lower bound, and step must all have the same type");
      }
    } else if (!lower.isDateTime()) {
      throw new MongoException(5946800, "Explicit bounds must be numeric or dates");
    } else if (!upper.isDateTime()) {
      throw new MongoException(5733405, NOT_ALIKE);
    } else if (!hasUnit) {
      throw new MongoException(5733410, "A bounding array of dates must specify a unit");
    }
  }
}
