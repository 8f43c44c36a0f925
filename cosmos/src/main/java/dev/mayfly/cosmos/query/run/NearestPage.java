package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.VectorCall;
import dev.mayfly.cosmos.query.vector.VectorPolicy;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.query.cursor.ReadPlan;
import dev.mayfly.vector.VectorBuffer;
import dev.mayfly.vector.VectorField;
import dev.mayfly.vector.VectorIndexes;
import dev.mayfly.vector.VectorSnapshot;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A page of a query that is sorted by the distance of vectors with an approximate index. The index
 * and the change feed since name candidates, which are read, filtered and sorted like the items of
 * a scan. If too few of them are left, more are asked for, and then all items are scanned: a filter
 * and dead items cost time and no results.
 */
final class NearestPage {
  /** With fewer items a scan is as fast. */
  private static final long ITEMS_MIN = 1000;

  /** More results are found by a scan. */
  private static final long REACH_MAX = 1000;

  private static final int WIDTH_MIN = 100;
  private static final int WIDTH_MAX = 4096;
  private static final int GROWTH = 4;

  /** So many more candidates than results are read at first: floats are rounded, items die. */
  private static final int READ_MORE = 2;

  /** So many items may have changed since the index was published. */
  private static final ReadLimits TAIL = new ReadLimits(1000, 64L << 20, 20_000);

  private static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

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
        || reading.estimatedItems() < ITEMS_MIN) {
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
        && query.offset() <= REACH_MAX
        && query.limit() <= REACH_MAX - query.offset();
  }

  private QueryPage page() {
    try (VectorSnapshot index = indexes.open(container, field)) {
      List<byte[]> changed = index == null ? null : changed(index);
      return changed == null ? null : page(index, changed);
    }
  }

  /** The addresses of the items that the index does not have as they are; null if many. */
  private List<byte[]> changed(VectorSnapshot index) {
    if (index.isCurrent(container)) {
      return List.of();
    }
    Reading reading = container.beginUncharged(System.nanoTime() + TAIL_NANOS);
    Page<Item> page = reading.changes(index.tail(), EpkRange.FULL, TAIL);
    if (page.reason() != StopReason.END) {
      return null;
    }
    List<byte[]> changed = new ArrayList<>();
    page.entries().forEach(item -> changed.add(item.address()));
    return changed;
  }

  private QueryPage page(VectorSnapshot index, List<byte[]> changed) {
    Set<ByteBuffer> beside = new HashSet<>();
    changed.forEach(address -> beside.add(ByteBuffer.wrap(address)));
    index.loose().forEach(address -> beside.add(ByteBuffer.wrap(address)));
    List<byte[]> others = beside.stream().map(ByteBuffer::array).filter(this::isInRanges).toList();
    double multiplier = query.order().get(0).vector().searchListSizeMultiplier();
    long read = reach + READ_MORE;
    int width = (int) Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, Math.max(read, reach * multiplier)));
    while (true) {
      Checkpoint.pass();
      VectorSnapshot.Nearest found = index.nearest(target, width, searched());
      if (found == null) {
        return null;
      }
      QueryPage page = page(new Candidates(found, beside), others, (int) read);
      if (page != null || width == WIDTH_MAX || found.size() < width) {
        return page;
      }
      read = width;
      width = Math.min(WIDTH_MAX, GROWTH * width);
    }
  }

  /** What a search has found, without other partitions and what is read beside it. */
  private final class Candidates {
    private final VectorSnapshot.Nearest found;
    private final Set<ByteBuffer> beside;
    private final List<byte[]> addresses = new ArrayList<>();
    private int taken;

    Candidates(VectorSnapshot.Nearest found, Set<ByteBuffer> beside) {
      this.found = found;
      this.beside = beside;
    }

    /** The first ones; fewer if there are no more. */
    List<byte[]> first(int count) {
      while (addresses.size() < count && taken < found.size()) {
        int next = Math.min(found.size(), taken + count - addresses.size());
        for (byte[] address : found.addresses(taken, next)) {
          if (isInRanges(address)
              && (beside.isEmpty() || !beside.contains(ByteBuffer.wrap(address)))) {
            addresses.add(address);
          }
        }
        taken = next;
      }
      return addresses.subList(0, Math.min(count, addresses.size()));
    }
  }

  /** What the graph is searched for: ranges only where all keys are hashes of one length. */
  private List<EpkRange> searched() {
    PartitionKeyDefinition keys = container.definition().partitionKey();
    return keys.version() == 2 && !keys.paths().isEmpty() ? ranges : List.of(EpkRange.FULL);
  }

  /** A page of the nearest items and others; null if they are too few. */
  private QueryPage page(Candidates nearest, List<byte[]> others, int first) {
    for (int count = first; ; count *= GROWTH) {
      List<byte[]> candidates = new ArrayList<>(nearest.first(count));
      boolean last = candidates.size() < count;
      Set<ByteBuffer> beside = new HashSet<>();
      others.forEach(address -> beside.add(ByteBuffer.wrap(address)));
      candidates.addAll(others);
      long[] enough = new long[1];
      PageContext attempt =
          attempts.apply(AccessPlan.of(new ReadPlan.Addresses(candidates), false));
      attempt.addSearched(field.path().names());
      QueryPage page =
          SortedPage.run(
              attempt,
              item -> {
                boolean near =
                    beside.isEmpty() || !beside.contains(ByteBuffer.wrap(item.address()));
                enough[0] += near ? 1 : 0;
              });
      indexes.searched(container, field, candidates.size(), candidates.size() - page.retrieved());
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
