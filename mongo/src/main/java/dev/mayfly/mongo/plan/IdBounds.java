package dev.mayfly.mongo.plan;

import dev.mayfly.engine.index.IndexRange.Bound;
import dev.mayfly.query.interval.KeyBound;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.Conditions;
import dev.mayfly.query.plan.PathCondition.OnPath;
import java.util.List;
import org.bson.BsonDocument;

/** Between which ids the documents lie that can match a filter. */
public final class IdBounds {
  /**
   * From one value to another; null for no bound.
   *
   * @param isEmpty whether no document can match
   */
  public record Range(Bound lower, Bound upper, boolean isEmpty) {}

  private static final List<String> ID = List.of("_id");

  private IdBounds() {}

  /** Null if every id may do. */
  public static Range of(BsonDocument filter) {
    if (!filter.containsKey("_id") && !filter.containsKey("$and")) {
      return null;
    }
    List<OnPath> onId = Conditions.of(FilterConditions.of(filter)).on(ID);
    if (onId.isEmpty()) {
      return null;
    }
    KeySet keys = onId.stream().map(OnPath::keys).reduce(KeySet::intersect).orElseThrow();
    if (keys.isEmpty()) {
      return new Range(null, null, true);
    }
    KeyBound lower = keys.intervals().get(0).lower();
    KeyBound upper = keys.intervals().get(keys.intervals().size() - 1).upper();
    return new Range(
        new Bound(lower.value(), !lower.isAfter()),
        new Bound(upper.value(), upper.isAfter()),
        false);
  }
}
