package dev.mayfly.mongo.plan;

import dev.mayfly.engine.index.IndexRange.Bound;
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

  private IdBounds() {}

  /** Null if every id may do. */
  public static Range of(BsonDocument filter) {
    if (!filter.containsKey("_id") && !filter.containsKey("$and")) {
      return null;
    }
    List<Restriction> onId = Restrictions.of(filter).on("_id");
    if (onId.isEmpty()) {
      return null;
    }
    Bounds bounds = onId.get(0).bounds();
    for (Restriction each : onId.subList(1, onId.size())) {
      bounds = bounds.and(each.bounds());
    }
    if (bounds.intervals().isEmpty()) {
      return new Range(null, null, true);
    }
    Interval first = bounds.intervals().get(0);
    Interval last = bounds.intervals().get(bounds.intervals().size() - 1);
    return new Range(
        new Bound(first.lower(), first.fromLower()),
        new Bound(last.upper(), last.toUpper()),
        false);
  }
}
