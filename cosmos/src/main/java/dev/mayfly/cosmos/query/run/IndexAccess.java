package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.index.IndexRange;
import java.util.ArrayList;
import java.util.List;

/**
 * A way to find the items that meet a condition.
 *
 * @param ranges to look in, one after the other
 * @param rank how narrow it looks: the larger the better
 */
record IndexAccess(List<Range> ranges, int rank) {
  /** Only certain values. */
  static final int POINTS = 3;

  /** Values between two, or strings that begin alike. */
  static final int BETWEEN = 2;

  /** All values after one, or of some types. */
  static final int OPEN = 1;

  /** A range of an index. */
  record Range(IndexSpec spec, IndexRange range) {}

  IndexAccess {
    ranges = List.copyOf(ranges);
  }

  /** The indexes that it needs, in the order of its ranges. */
  List<IndexSpec> specs() {
    return ranges.stream().map(Range::spec).distinct().toList();
  }

  /** A number that tells it from the other ways of the same query; never zero. */
  int signature() {
    return signature(specs(), "");
  }

  static int signature(List<IndexSpec> specs, String order) {
    List<String> texts = new ArrayList<>();
    specs.forEach(spec -> texts.add(spec.text()));
    return (String.join(";", texts) + order).hashCode() | 1;
  }
}
