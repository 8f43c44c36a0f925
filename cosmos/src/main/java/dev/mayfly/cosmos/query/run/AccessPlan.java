package dev.mayfly.cosmos.query.run;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.query.plan.AccessPath;
import dev.mayfly.query.plan.AccessPath.IndexAccess;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonValue;

/**
 * How the items of a query are read.
 *
 * @param exact whether all items that are read pass the filter
 * @param signature by which a plan that reads indexes is known in tokens; 0 for others
 * @param order the order in which an index returns the items; null if it does not matter
 */
record AccessPlan(ReadPlan reads, boolean exact, int signature, IndexOrder order) {
  AccessPlan {
    requireNonNull(reads, "reads");
  }

  /** A plan that needs no index. */
  static AccessPlan of(ReadPlan reads, boolean exact) {
    return new AccessPlan(reads, exact, 0, null);
  }

  /** A number that distinguishes an access path from others of the same query; never zero. */
  static int signature(AccessPath path) {
    int hash = 0;
    for (IndexAccess each : path.accesses()) {
      int index = IndexNames.of(each.index()).hashCode();
      for (IndexRange range : each.bounds().ranges()) {
        hash = 31 * (31 * hash + index) + hash(range);
      }
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

  /** The same with other ranges of the one index that it reads in order. */
  ReadPlan with(List<IndexRange> ranges) {
    List<IndexScan> scans = ((ReadPlan.Indexes) reads).scans();
    return scans.isEmpty()
        ? reads
        : new ReadPlan.Indexes(ranges.stream().map(scans.get(0)::with).toList());
  }
}
