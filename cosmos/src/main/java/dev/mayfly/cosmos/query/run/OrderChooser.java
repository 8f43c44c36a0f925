package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.run.CompiledQuery.SortKey;
import dev.mayfly.cosmos.query.run.IndexCondition.OnPath;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.PathIndex;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonValue;

/** Finds an index that has items in the order of an ORDER BY. */
final class OrderChooser {
  /** Where the values before it take more, a key may be cut before it tells the order. */
  private static final int EQUAL_BYTES_MAX = 512;

  private final List<SortKey> keys;
  private final IndexCondition condition;

  /**
   * @param condition what the filter says, or null
   */
  OrderChooser(List<SortKey> keys, IndexCondition condition) {
    this.keys = keys;
    this.condition = condition;
  }

  /** The best index; null if none can serve. A composite one is better if values come first. */
  IndexOrder choose(List<List<PathIndex.Part>> composites) {
    if (keys.isEmpty() || !keys.stream().allMatch(OrderChooser::isOfProperty)) {
      return null;
    }
    List<Integer> varying = varying();
    if (varying.isEmpty()) {
      return null;
    }
    IndexOrder best = null;
    for (List<PathIndex.Part> parts : composites) {
      IndexOrder order = order(parts, varying);
      if (order != null && (best == null || order.equal().size() > best.equal().size())) {
        best = order;
      }
    }
    if (varying.size() > 1 || best != null && !best.equal().isEmpty()) {
      return best;
    }
    IndexSpec spec = IndexSpec.over(keys.get(varying.get(0)).path(), false);
    return order(spec.parts(), varying);
  }

  private static boolean isOfProperty(SortKey key) {
    return key.path() != null
        && key.stored()
        && !key.path().contains("[]")
        && IndexPaths.canBeIndexed(key.path());
  }

  /** The keys of which the filter leaves more than one value. */
  private List<Integer> varying() {
    List<Integer> varying = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      OnPath on = IndexChooser.onPath(condition, keys.get(i).path());
      if (on == null || !on.keys().isPoint()) {
        varying.add(i);
      }
    }
    return varying;
  }

  /** How an index serves: after the values of its first paths come the keys; null if not so. */
  private IndexOrder order(List<PathIndex.Part> parts, List<Integer> varying) {
    List<BsonValue> equal = new ArrayList<>();
    int bytes = 0;
    int at = 0;
    while (at < parts.size() && !startsAt(parts, at, varying)) {
      OnPath on = IndexChooser.onPath(condition, parts.get(at).path().names());
      if (on == null || !on.keys().isPoint()) {
        return null;
      }
      BsonValue value = on.keys().intervals().get(0).from().value();
      bytes += KeyEncoder.encode(value).length;
      equal.add(value);
      at++;
    }
    if (at == parts.size() || bytes > EQUAL_BYTES_MAX) {
      return null;
    }
    int first = varying.get(0);
    boolean descending = keys.get(first).descending();
    OnPath on = IndexChooser.onPath(condition, keys.get(first).path());
    return new IndexOrder(
        new IndexSpec(parts, PathIndex.Arrays.WHOLE),
        equal,
        on == null ? null : on.keys(),
        first,
        descending,
        descending != parts.get(at).descending());
  }

  /** Whether the keys stand there one after the other, in their directions or all reversed. */
  private boolean startsAt(List<PathIndex.Part> parts, int at, List<Integer> varying) {
    if (at + varying.size() > parts.size()) {
      return false;
    }
    int same = 0;
    for (int i = 0; i < varying.size(); i++) {
      SortKey key = keys.get(varying.get(i));
      PathIndex.Part part = parts.get(at + i);
      if (!part.path().names().equals(key.path())) {
        return false;
      }
      same += part.descending() == key.descending() ? 1 : 0;
    }
    return same == 0 || same == varying.size();
  }
}
