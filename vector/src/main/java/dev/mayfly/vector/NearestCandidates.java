package dev.mayfly.vector;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * The items that may be among the nearest to a vector: what an index names, the nearest first, and
 * beside it what the index does not know as it is now. Used by one thread.
 */
public final class NearestCandidates implements AutoCloseable {
  /** With fewer items a scan is as fast. */
  public static final long ITEMS_MIN = 1000;

  /** More results are found by a scan. */
  public static final long REACH_MAX = 1000;

  private static final int WIDTH_MIN = 100;
  private static final int WIDTH_MAX = 4096;
  private static final int GROWTH = 4;

  /** So many items may have changed since the index was published. */
  private static final ReadLimits TAIL = new ReadLimits(1000, 64L << 20, 20_000);

  private static final long TAIL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final VectorIndexes indexes;
  private final Container container;
  private final VectorField field;
  private final VectorSnapshot index;
  private final Set<ByteBuffer> beside = new HashSet<>();
  private final Predicate<byte[]> wanted;
  private final List<byte[]> others;
  private final List<byte[]> addresses = new ArrayList<>();
  private VectorSnapshot.Nearest found;
  private int taken;
  private int width;

  private NearestCandidates(
      VectorIndexes indexes,
      Container container,
      VectorField field,
      VectorSnapshot index,
      List<byte[]> changed,
      Predicate<byte[]> wanted) {
    this.indexes = indexes;
    this.container = container;
    this.field = field;
    this.index = index;
    this.wanted = wanted;
    changed.forEach(address -> beside.add(ByteBuffer.wrap(address)));
    index.loose().forEach(address -> beside.add(ByteBuffer.wrap(address)));
    this.others = beside.stream().map(ByteBuffer::array).filter(wanted).toList();
  }

  /**
   * Null if there is no index yet, or if too much has changed since it was published.
   *
   * @param wanted which addresses are asked for
   */
  public static NearestCandidates open(
      VectorIndexes indexes, Container container, VectorField field, Predicate<byte[]> wanted) {
    requireNonNull(wanted, "wanted");
    VectorSnapshot index = indexes.open(container, field);
    List<byte[]> changed = null;
    try {
      changed = index == null ? null : changed(index, container);
      return changed == null
          ? null
          : new NearestCandidates(indexes, container, field, index, changed, wanted);
    } finally {
      if (index != null && changed == null) {
        index.close();
      }
    }
  }

  /** The addresses of the items that the index does not have as they are; null if many. */
  private static List<byte[]> changed(VectorSnapshot index, Container container) {
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

  /**
   * Searches the index; false if it can't be searched for this vector.
   *
   * @param atLeast how many candidates are looked at
   * @param ranges of effective partition keys that are searched
   */
  public boolean search(VectorBuffer target, double atLeast, List<EpkRange> ranges) {
    width = (int) Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, atLeast));
    found = index.nearest(target, width, ranges);
    addresses.clear();
    taken = 0;
    return found != null;
  }

  /** How many candidates the last search has looked at. */
  public int width() {
    return width;
  }

  /** How many candidates a wider search would look at; 0 if that would find no more. */
  public int wider() {
    return width == WIDTH_MAX || found.size() < width ? 0 : Math.min(WIDTH_MAX, GROWTH * width);
  }

  /** The first ones that the index names; fewer if there are no more. */
  public List<byte[]> first(int count) {
    while (addresses.size() < count && taken < found.size()) {
      int next = Math.min(found.size(), taken + count - addresses.size());
      for (byte[] address : found.addresses(taken, next)) {
        if (wanted.test(address) && !isOther(address)) {
          addresses.add(address);
        }
      }
      taken = next;
    }
    return addresses.subList(0, Math.min(count, addresses.size()));
  }

  /** Those beside the index, which may be near or not. */
  public List<byte[]> others() {
    return others;
  }

  /** Whether an item is beside the index. */
  public boolean isOther(byte[] address) {
    return !beside.isEmpty() && beside.contains(ByteBuffer.wrap(address));
  }

  /** Notes how many candidates were looked up, and how many of them were gone. */
  public void lookedUp(long count, long gone) {
    indexes.searched(container, field, count, gone);
  }

  @Override
  public void close() {
    index.close();
  }
}
