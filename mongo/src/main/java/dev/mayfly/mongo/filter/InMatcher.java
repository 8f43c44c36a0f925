package dev.mayfly.mongo.filter;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.ValueKey;
import dev.mayfly.mongo.expression.Variables;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $in}: equality with one of many values, or a match of a regular expression. */
final class InMatcher implements ValueMatcher {
  /** Up to this number, linear search is faster than hashing. */
  private static final int FEW = 4;

  private final BsonOrder order;
  private final BsonValue[] few;
  private final Set<ValueKey> many;
  private final RegexMatcher[] regexes;
  private final boolean hasNull;

  InMatcher(List<BsonValue> values, List<RegexMatcher> regexes, BsonOrder order) {
    this.order = order;
    this.regexes = regexes.toArray(RegexMatcher[]::new);
    this.hasNull = values.stream().anyMatch(BsonValue::isNull);
    boolean areFew = values.size() <= FEW;
    this.few = areFew ? values.toArray(BsonValue[]::new) : null;
    this.many = areFew ? null : new HashSet<>(values.size() * 2);
    if (!areFew) {
      values.forEach(each -> many.add(new ValueKey(each, order)));
    }
  }

  @Override
  public boolean test(BsonValue value, Variables variables, MatchDetails match) {
    if (value == null || value.getBsonType() == BsonNull.VALUE.getBsonType()) {
      return hasNull;
    }
    if (hasNull && BsonOrder.rank(value) == BsonOrder.rank((BsonValue) null)) {
      return true;
    }
    if (contains(value)) {
      return true;
    }
    for (RegexMatcher regex : regexes) {
      if (regex.test(value, variables, null)) {
        return true;
      }
    }
    return false;
  }

  private boolean contains(BsonValue value) {
    if (many != null) {
      return many.contains(new ValueKey(value, order));
    }
    int rank = BsonOrder.rank(value);
    for (BsonValue each : few) {
      if (BsonOrder.rank(each) == rank && order.compare(value, each) == 0) {
        return true;
      }
    }
    return false;
  }
}
