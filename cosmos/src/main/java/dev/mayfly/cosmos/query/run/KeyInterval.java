package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.index.IndexRange;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;

/** The values between two places in the order of an index. */
record KeyInterval(KeyEdge from, KeyEdge to) {
  static KeyInterval point(BsonValue value) {
    return new KeyInterval(KeyEdge.before(value), KeyEdge.after(value));
  }

  boolean isEmpty() {
    return from.compareTo(to) >= 0;
  }

  boolean isPoint() {
    return !from.after() && to.after() && from.isAtSameValue(to);
  }

  KeyInterval intersect(KeyInterval other) {
    return new KeyInterval(
        from.compareTo(other.from) < 0 ? other.from : from,
        to.compareTo(other.to) < 0 ? to : other.to);
  }

  /** The keys that have certain values first and then one of these. */
  IndexRange after(List<BsonValue> equal) {
    if (isPoint()) {
      List<BsonValue> values = new ArrayList<>(equal);
      values.add(from.value());
      return new IndexRange(values, null, null);
    }
    return new IndexRange(
        equal,
        new IndexRange.Bound(from.value(), !from.after()),
        new IndexRange.Bound(to.value(), to.after()));
  }
}
