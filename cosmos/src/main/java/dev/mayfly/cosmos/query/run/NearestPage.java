package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.VectorCall;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.vector.NearestCandidates;
import dev.mayfly.vector.VectorBuffer;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorIndexes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A page of a query that is sorted by the distance of vectors with an approximate index. The index
 * and the change feed since name candidates, which are read, filtered and sorted like the items of
 * a scan. If too few of them are left, more are asked for, and then all items are scanned: a filter
 * and dead items cost time and no results.
 */
final class NearestPage {
  /** So many more candidates than results are read at first: floats are rounded, items die. */
  private static final int READ_MORE = 2;

  private static final int GROWTH = 4;

  private final Container container;
  private final CompiledQuery query;
  private final VectorIndexes indexes;
  private final VectorField field;
  private final VectorBuffer target;
  private final List<EpkRange> ranges;
  private final boolean all;
  private final Predicate<byte[]> inRanges;
  private final long reach;
  private final Function<AccessPlan, PageContext> attempts;

  private NearestPage(
      Container container,
      CompiledQuery query,
      VectorIndexes indexes,
      VectorField field,
      List<EpkRange> ranges,
      Reading reading,
      Function<AccessPlan, PageContext> attempts) {
    this.container = container;
    this.query = query;
    this.indexes = indexes;
    this.field = field;
    this.target = query.order().get(0).vector().target();
    this.ranges = ranges;
    this.all = ranges.contains(EpkRange.FULL);
    this.inRanges = reading.addressesIn(ranges);
    this.reach = query.offset() + query.limit();
    this.attempts = attempts;
  }

  /**
   * The page by an index; null if it has to be made by a scan.
   *
   * @param scan what would be scanned
   * @param attempts makes the context of a page that reads by a plan
   */
  static QueryPage run(
      Container container,
      CompiledQuery query,
      VectorIndexes indexes,
      Reading reading,
      AccessPlan scan,
      Function<AccessPlan, PageContext> attempts) {
    if (!(scan.reads() instanceof ReadPlan.Partitions partitions)
        || partitions.ranges().isEmpty()
        || !mayUse(container, query)
        || reading.estimatedItems() < NearestCandidates.ITEMS_MIN) {
      return null;
    }
    VectorPolicy.Embedding embedding = query.order().get(0).vector().embedding();
    VectorField field =
        new VectorField(embedding.path(), embedding.dimensions(), embedding.distance());
    return new NearestPage(container, query, indexes, field, partitions.ranges(), reading, attempts)
        .page();
  }

  private static boolean mayUse(Container container, CompiledQuery query) {
    VectorCall call = query.order().isEmpty() ? null : query.order().get(0).vector();
    return call != null
        && call.embedding() != null
        && call.embedding().index().isApproximate()
        && call.embedding().distance() == call.distance()
        && !call.isBruteForce()
        && call.target() != null
        && call.target().length() == call.embedding().dimensions()
        && !container.isView()
        && query.rootAlias() != null
        && query.inner() == null
        && query.joins().isEmpty()
        && !query.distinct()
        && query.offset() <= NearestCandidates.REACH_MAX
        && query.limit() <= NearestCandidates.REACH_MAX - query.offset();
  }

  private QueryPage page() {
    try (NearestCandidates candidates =
        NearestCandidates.open(indexes, container, field, this::isInRanges)) {
      return candidates == null ? null : page(candidates);
    }
  }

  private QueryPage page(NearestCandidates candidates) {
    double multiplier = query.order().get(0).vector().searchListSizeMultiplier();
    long read = reach + READ_MORE;
    double width = Math.max(read, reach * multiplier);
    while (true) {
      Checkpoint.pass();
      if (!candidates.search(target, width, searched())) {
        return null;
      }
      QueryPage page = page(candidates, (int) read);
      int wider = candidates.wider();
      if (page != null || wider == 0) {
        return page;
      }
      read = candidates.width();
      width = wider;
    }
  }

  /** What the graph is searched for: ranges only where all keys are hashes of one length. */
  private List<EpkRange> searched() {
    PartitionKeyDefinition keys = container.definition().partitionKey();
    return keys.version() == 2 && !keys.paths().isEmpty() ? ranges : List.of(EpkRange.FULL);
  }

  /** A page of the nearest items and others; null if they are too few. */
  private QueryPage page(NearestCandidates nearest, int first) {
    for (int count = first; ; count *= GROWTH) {
      List<byte[]> candidates = new ArrayList<>(nearest.first(count));
      boolean last = candidates.size() < count;
      candidates.addAll(nearest.others());
      long[] enough = new long[1];
      PageContext attempt =
          attempts.apply(AccessPlan.of(new ReadPlan.Addresses(candidates), false));
      attempt.addSearched(field.path().names());
      QueryPage page =
          SortedPage.run(attempt, item -> enough[0] += nearest.isOther(item.address()) ? 0 : 1);
      nearest.lookedUp(candidates.size(), candidates.size() - page.retrieved());
      // What is further away than all candidates is not among the first results then.
      if (enough[0] >= reach) {
        return page;
      }
      if (last) {
        return null;
      }
    }
  }

  /** Whether an item is of the partitions that are asked for. */
  private boolean isInRanges(byte[] address) {
    return all || inRanges.test(address);
  }
}
