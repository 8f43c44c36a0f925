package dev.mayfly.cosmos.query.run;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.IndexRange;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonValue;

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
    int hash = 0;
    for (Range each : ranges) {
      hash = 31 * hash + each.spec().text().hashCode();
      hash = 31 * hash + hash(each.range());
    }
    return hash | 1;
  }

  private static int hash(IndexRange range) {
    int hash = 0;
    for (BsonValue value : range.equal()) {
      hash = 31 * hash + hash(value);
    }
    hash = 31 * hash + (range.lower() == null ? 0 : hash(range.lower().value()));
    return 31 * hash + (range.upper() == null ? 0 : hash(range.upper().value()));
  }

  /** The same in every process. */
  private static int hash(BsonValue value) {
    return Arrays.hashCode(KeyEncoder.encode(value));
  }
}
