package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonString;
import org.bson.BsonValue;

/** How far {@code $densify} fills: a name, or two values. */
final class DensifyBounds {
  /** As far as all documents reach. */
  static final BsonString FULL = new BsonString("full");

  /** As far as those of a partition reach. */
  static final BsonString PARTITION = new BsonString("partition");

  private static final int UNKNOWN_NAME = 5946802;
  private static final int BAD_TYPE = 5733404;
  private static final int NOT_TWO = 5733403;
  private static final int NOT_ASCENDING = 5733402;
  private static final int NUMBERS_WITH_UNIT = 5733409;
  private static final int NOT_BOTH_NUMBERS = 5733406;
  private static final int OTHER_TYPES = 5876900;
  private static final int NOT_BOTH_DATES = 5733405;
  private static final int DATES_WITHOUT_UNIT = 5733410;
  private static final int NEITHER = 5946800;
  private static final String NOT_ALIKE =
      "A bounding array must contain either both dates or both numeric types";

  private DensifyBounds() {}

  /**
   * The bounds, if they are such.
   *
   * @param bounds null if there are none
   */
  static BsonValue check(BsonValue bounds, BsonValue step, boolean hasUnit) {
    if (bounds != null && bounds.isArray()) {
      if (bounds.asArray().size() != 2) {
        throw new MongoException(
            NOT_TWO, "A bounding array in a range statement must have exactly two elements");
      }
      check(bounds.asArray().get(0), bounds.asArray().get(1), step, hasUnit);
      return bounds;
    }
    if (bounds == null || !bounds.isString()) {
      throw new MongoException(
          BAD_TYPE,
          "The bounds in a range statement must be the string 'full', 'partition', or an ascending"
              + " array of two numbers or two dates");
    }
    if (!bounds.equals(FULL) && !bounds.equals(PARTITION)) {
      throw new MongoException(UNKNOWN_NAME, "Bounds string must either be 'full' or 'partition'");
    }
    return bounds;
  }

  private static void check(BsonValue lower, BsonValue upper, BsonValue step, boolean hasUnit) {
    if (BsonOrder.SIMPLE.compare(lower, upper) > 0) {
      throw new MongoException(
          NOT_ASCENDING,
          "A bounding array must be an ascending array of either two dates or two numbers");
    }
    if (Numbers.isNumber(lower)) {
      if (hasUnit) {
        throw new MongoException(NUMBERS_WITH_UNIT, "Numeric bounds may not have unit parameter");
      }
      if (!Numbers.isNumber(upper)) {
        throw new MongoException(NOT_BOTH_NUMBERS, NOT_ALIKE);
      }
      if (lower.getBsonType() != upper.getBsonType() || lower.getBsonType() != step.getBsonType()) {
        throw new MongoException(
            OTHER_TYPES, "Upper bound, lower bound, and step must all have the same type");
      }
    } else if (!lower.isDateTime()) {
      throw new MongoException(NEITHER, "Explicit bounds must be numeric or dates");
    } else if (!upper.isDateTime()) {
      throw new MongoException(NOT_BOTH_DATES, NOT_ALIKE);
    } else if (!hasUnit) {
      throw new MongoException(DATES_WITHOUT_UNIT, "A bounding array of dates must specify a unit");
    }
  }
}
