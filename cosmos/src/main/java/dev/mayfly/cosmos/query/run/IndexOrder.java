package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.token.SortPosition;
import dev.mayfly.cosmos.query.token.SortedRow;
import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.query.interval.KeyBound;
import dev.mayfly.query.interval.KeyInterval;
import dev.mayfly.query.interval.KeySet;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * An index that has items in the order of an ORDER BY, but for groups that it can't tell apart as
 * the language does: what is equal there (items are then ordered by their numbers), arrays,
 * objects, long strings and strings whose order is not that of code points, and whatever further
 * keys say. Who reads it sorts each group.
 *
 * @param equal the values of the index's first paths
 * @param keys what the filter leaves of the first key's values; null for all
 * @param keyAt which key of the ORDER BY is the first that varies
 * @param descending in which direction that is sorted
 * @param backwards in which direction the index is read
 */
record IndexOrder(
    PathIndex index,
    List<BsonValue> equal,
    KeySet keys,
    int keyAt,
    boolean descending,
    boolean backwards) {
  /** So much of a string is in a key before it is cut, whatever its characters are. */
  private static final int CHARACTERS_MAX = 128;

  /** The first character, by code points, from which on both orders differ. */
  private static final char FIRST_HIGH = '\uE000';

  IndexOrder {
    equal = List.copyOf(equal);
  }

  /**
   * @param access an index in the order of the sort
   * @param keyAt which key of the ORDER BY is the first that varies
   */
  static IndexOrder of(IndexAccess access, int keyAt, boolean descending) {
    List<KeySet> sets = access.bounds().keys();
    int part = access.ordering().part();
    List<BsonValue> equal = new ArrayList<>(part);
    sets.subList(0, part).forEach(each -> equal.add(each.intervals().get(0).lower().value()));
    return new IndexOrder(
        access.index(),
        equal,
        part < sets.size() ? sets.get(part) : null,
        keyAt,
        descending,
        access.isBackwards());
  }

  int signature() {
    return (IndexNames.of(index) + (descending ? " down" : " up")).hashCode() | 1;
  }

  /**
   * The ranges from the group of a position on, in their order.
   *
   * @param after null for all
   */
  List<IndexRange> ranges(SortPosition after) {
    Value from = value(after);
    List<IndexRange> ranges = new ArrayList<>();
    for (Kind kind : kinds()) {
      int order = from == null ? 0 : kind.compareTo(from.kind());
      boolean passed = descending ? order > 0 : order < 0;
      for (KeyInterval bracket : passed ? List.<KeyInterval>of() : brackets(kind)) {
        boolean within = from != null && order == 0;
        add(within ? since(bracket, group(after, from)) : bracket, ranges);
      }
    }
    return ranges;
  }

  List<IndexRange> groupRanges(SortPosition position) {
    Value at = value(position);
    if (at == null) {
      return ranges(null);
    }
    List<IndexRange> ranges = new ArrayList<>();
    KeyInterval group = group(position, at);
    for (KeyInterval bracket : brackets(at.kind())) {
      add(group == null ? bracket : bracket.intersect(group), ranges);
    }
    return ranges;
  }

  private Value value(SortPosition position) {
    return position == null || position.keys().size() <= keyAt ? null : position.keys().get(keyAt);
  }

  private void add(KeyInterval interval, List<IndexRange> ranges) {
    KeySet left = KeySet.of(interval);
    List<KeyInterval> intervals =
        new ArrayList<>((keys == null ? left : keys.intersect(left)).intervals());
    if (descending) {
      Collections.reverse(intervals);
    }
    intervals.forEach(each -> ranges.add(each.range(equal)));
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    if (descending) {
      Collections.reverse(kinds);
    }
    return kinds;
  }

  private List<KeyInterval> brackets(Kind kind) {
    List<KeyInterval> brackets = new ArrayList<>(KeyIntervals.of(kind));
    if (descending) {
      Collections.reverse(brackets);
    }
    return brackets;
  }

  /** What of a bracket is not before a group; all of it if the group is somewhere else. */
  private KeyInterval since(KeyInterval bracket, KeyInterval group) {
    if (group == null || bracket.intersect(group).isEmpty()) {
      return bracket;
    }
    return descending
        ? bracket.intersect(new KeyInterval(bracket.lower(), group.upper()))
        : bracket.intersect(new KeyInterval(group.lower(), bracket.upper()));
  }

  /** The keys of the group of a position's value; null if all values of its type are one. */
  private KeyInterval group(SortPosition position, Value value) {
    if (value instanceof StringValue string) {
      boolean cut = position.cut() && position.keys().size() == keyAt + 1;
      return group(string.text(), cut);
    }
    return value.kind() == Kind.BOOLEAN || value.kind() == Kind.NUMBER
        ? KeyInterval.point(KeyIntervals.key(value))
        : null;
  }

  private static KeyInterval group(String text, boolean cut) {
    int known = known(text);
    String beginning = text.substring(0, known);
    if (known == text.length() && !cut) {
      return KeyInterval.point(new BsonString(text));
    }
    boolean high = known < CHARACTERS_MAX && known < text.length();
    BsonString first = new BsonString(high ? beginning + FIRST_HIGH : beginning);
    return new KeyInterval(KeyBound.before(first), KeyIntervals.endOf(beginning));
  }

  /** How many leading characters of a string the index orders by. */
  private static int known(String text) {
    return Math.min(CHARACTERS_MAX, KeyIntervals.low(text));
  }

  /** Whether two rows are in one group. */
  boolean isSameGroup(SortedRow one, SortedRow other) {
    Value left = one.keys()[keyAt];
    Value right = other.keys()[keyAt];
    if (left instanceof StringValue a && right instanceof StringValue b) {
      int known = known(a.text());
      boolean whole = known == a.text().length();
      return known == known(b.text())
          && whole == (known == b.text().length())
          && a.text().regionMatches(0, b.text(), 0, known);
    }
    return Comparison.order(left, right) == 0;
  }
}
