package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.Comparison;
import dev.mayfly.cosmos.query.value.Kind;
import dev.mayfly.cosmos.query.value.StringValue;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.index.IndexRange;
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
    IndexSpec spec,
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

  /** Whether the filter leaves only a part of the index. */
  boolean isNarrow() {
    return keys != null || !equal.isEmpty();
  }

  /** Whether another way looks at nothing but paths of which this one makes use. */
  boolean covers(IndexAccess way) {
    List<FieldPath> used = new ArrayList<>();
    spec.parts().subList(0, equal.size() + 1).forEach(part -> used.add(part.path()));
    return way.specs().stream()
        .allMatch(
            each ->
                each.arrays() == spec.arrays()
                    && each.parts().stream().allMatch(part -> used.contains(part.path())));
  }

  int signature() {
    return (spec.text() + (descending ? " down" : " up")).hashCode() | 1;
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

  /** The ranges of the group of a position. */
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
    intervals.forEach(each -> ranges.add(each.after(equal)));
  }

  private List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    if (descending) {
      Collections.reverse(kinds);
    }
    return kinds;
  }

  private List<KeyInterval> brackets(Kind kind) {
    List<KeyInterval> brackets = new ArrayList<>(KeyBrackets.of(kind));
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
        ? bracket.intersect(new KeyInterval(bracket.from(), group.to()))
        : bracket.intersect(new KeyInterval(group.from(), bracket.to()));
  }

  /** The keys of the group of a position's value; null if all values of its type are one. */
  private KeyInterval group(SortPosition position, Value value) {
    if (value instanceof StringValue string) {
      boolean cut = position.cut() && position.keys().size() == keyAt + 1;
      return group(string.text(), cut);
    }
    return value.kind() == Kind.BOOLEAN || value.kind() == Kind.NUMBER
        ? KeyInterval.point(KeyBrackets.key(value))
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
    return new KeyInterval(KeyEdge.before(first), KeyBrackets.endOf(beginning));
  }

  /** How many characters of a string the index's order tells. */
  private static int known(String text) {
    return Math.min(CHARACTERS_MAX, KeyBrackets.low(text));
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
