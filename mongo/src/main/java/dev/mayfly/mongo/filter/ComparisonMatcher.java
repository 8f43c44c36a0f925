package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.expression.Variables;
import org.bson.BsonType;
import org.bson.BsonValue;

/**
 * {@code $eq}, {@code $gt}, {@code $gte}, {@code $lt}, {@code $lte}: compares within one type
 * bracket, except with MinKey and MaxKey. A missing value equals null.
 */
final class ComparisonMatcher implements ValueMatcher {
  enum Kind {
    EQUAL(false, true, false),
    GREATER(false, false, true),
    GREATER_OR_EQUAL(false, true, true),
    LESS(true, false, false),
    LESS_OR_EQUAL(true, true, false);

    private final boolean less;
    private final boolean equal;
    private final boolean greater;

    Kind(boolean less, boolean equal, boolean greater) {
      this.less = less;
      this.equal = equal;
      this.greater = greater;
    }

    boolean accepts(int comparison) {
      return comparison < 0 ? less : comparison == 0 ? equal : greater;
    }
  }

  private static final int MISSING_RANK = BsonOrder.rank(BsonType.UNDEFINED);
  private static final int NULL_RANK = BsonOrder.rank(BsonType.NULL);

  private final Kind kind;
  private final BsonValue operand;
  private final BsonOrder order;
  private final int rank;
  private final boolean operandNaN;

  ComparisonMatcher(Kind kind, BsonValue operand, BsonOrder order) {
    this.kind = kind;
    this.operand = operand;
    this.order = order;
    this.rank = BsonOrder.rank(operand);
    this.operandNaN = Numbers.isNaN(operand);
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    int valueRank = BsonOrder.rank(value);
    if (valueRank != rank) {
      return ofAnotherKind(valueRank);
    }
    if (value == null) {
      return kind.equal;
    }
    boolean valueNaN = Numbers.isNaN(value);
    if (operandNaN || valueNaN) {
      return operandNaN && valueNaN && kind.equal;
    }
    return kind.accepts(order.compare(value, operand));
  }

  /** A matcher on the raw bytes of a top-level field; null if not applicable. */
  RawComparison raw(String field) {
    return order.collation() == null ? RawComparison.of(field, kind, operand) : null;
  }

  private boolean ofAnotherKind(int valueRank) {
    if (rank == NULL_RANK && valueRank == MISSING_RANK) {
      return kind.equal;
    }
    return switch (operand.getBsonType()) {
      case MAX_KEY -> kind.less;
      case MIN_KEY -> kind.greater;
      default -> false;
    };
  }
}
