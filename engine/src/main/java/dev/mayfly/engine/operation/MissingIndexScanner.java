package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Returns the same pages as {@link IndexScanner}, of an index that was dropped after a read began
 * with it: scans all items and keeps those that come next, so that a client with a continuation
 * need not restart. Each page is a full scan.
 */
final class MissingIndexScanner {
  /** More are not kept, whatever the limit of a page is. */
  private static final int ENTRIES_MAX = 1_000;

  private static final long BYTES_MAX = 4L << 20;

  /** A number that no index has. */
  private static final int NO_INDEX = Integer.MAX_VALUE;

  /** The deadline is checked once per this many rows. */
  private static final int ROWS_PER_CHECK = 1_000;

  private final ReadView view;
  private final ContainerSnapshot snapshot;
  private final Visibility visibility;
  private final long incarnation;
  private final PathIndex index;
  private final IndexReader reader;
  private final boolean backwards;
  private final byte[] prefix;
  private final KeyRange range;
  private final ItemRange partitions;

  private record Found(byte[] row, byte[] key, ItemRow item) {}

  MissingIndexScanner(
      ReadView view, Visibility visibility, long incarnation, PathIndex index, IndexQuery query) {
    this.view = view;
    this.snapshot = visibility.snapshot();
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.index = index;
    this.reader = new IndexReader(index, body -> true);
    this.backwards = query.backwards();
    int number = snapshot.state().number();
    this.prefix = Keys.index(number, NO_INDEX);
    this.range = query.range().in(index, prefix);
    this.partitions =
        new ItemRange(number, snapshot.definition().partitionKey(), query.partitions());
    if (index.filter() != null || index.sparse() || index.unique()) {
      throw new IllegalArgumentException("not an index of all items: " + index.name());
    }
  }

  Page<IndexEntry> page(byte[] continuation, PageMeter meter, BooleanSupplier timeIsUp) {
    byte[] place = continuation == null ? null : place(continuation);
    Kept kept = new Kept(place == null ? null : bound(place, timeIsUp));
    forEach(kept::add, timeIsUp);
    List<IndexEntry> entries = new ArrayList<>();
    StopReason reason = null;
    byte[] last = null;
    for (Found found : kept.rows.values()) {
      if (reason != null) {
        break;
      }
      last = found.row;
      entries.add(entry(found));
      meter.item(found.item.sizeBytes());
      reason = meter.stop();
    }
    boolean ended = !kept.more && entries.size() == kept.rows.size();
    return new Page<>(
        entries,
        ended ? null : continuation(last).get(),
        ended ? StopReason.END : StopReason.ITEMS,
        meter.readsCentiRu());
  }

  private byte[] place(byte[] continuation) {
    byte[] place =
        Continuation.decode(
                continuation, Continuation.Kind.INDEX, incarnation, snapshot.state().number())
            .place();
    IndexPosition.index(place);
    return place;
  }

  /** The row after which to resume; a long one is known only while its item is there. */
  private byte[] bound(byte[] place, BooleanSupplier timeIsUp) {
    if (IndexPosition.isComplete(place)) {
      return IndexPosition.row(prefix, place);
    }
    byte[][] bound = new byte[1][];
    forEach(
        found -> {
          if (IndexPosition.isOf(place, found.row, prefix.length)) {
            bound[0] = found.row;
          }
        },
        timeIsUp);
    byte[] alike = IndexPosition.row(prefix, place);
    return bound[0] != null ? bound[0] : backwards ? Bytes.after(alike) : alike;
  }

  /**
   * Visits each item that the index would have in the range, at the row at which it would emit it.
   */
  private void forEach(Consumer<Found> taker, BooleanSupplier timeIsUp) {
    long rows = 0;
    try (RowCursor cursor = view.cursor(Table.ITEMS, partitions.from(), partitions.to())) {
      while (cursor.next()) {
        if (++rows % ROWS_PER_CHECK == 0 && timeIsUp.getAsBoolean()) {
          throw new EngineException(
              ErrorCode.INDEX_NOT_FOUND,
              "The index of this continuation is not there any more, and there are too many items"
                  + " to resume without it: begin again.");
        }
        byte[] suffix = Keys.suffix(cursor.key());
        ItemRow item = visibility.see(cursor.value(), suffix);
        TreeSet<byte[]> keys = item == null ? new TreeSet<>() : range.within(reader, item.body());
        if (!keys.isEmpty()) {
          byte[] key = backwards ? keys.last() : keys.first();
          taker.accept(new Found(Bytes.concat(prefix, Bytes.concat(key, suffix)), key, item));
        }
      }
    }
  }

  private IndexEntry entry(Found found) {
    byte[] suffix = Bytes.tail(found.row, prefix.length + found.key.length);
    return new IndexEntry(
        Items.seen(found.item, suffix, incarnation, visibility),
        index,
        found.key,
        continuation(found.row));
  }

  private Supplier<byte[]> continuation(byte[] row) {
    return IndexPosition.continuation(
        incarnation, snapshot.state().number(), NO_INDEX, row, prefix.length);
  }

  /** The items that come next, as far as one page can want them. */
  private final class Kept {
    private final byte[] bound;
    private final TreeMap<byte[], Found> rows;
    private long bytes;
    private boolean more;

    Kept(byte[] bound) {
      Comparator<byte[]> order = Arrays::compareUnsigned;
      this.bound = bound;
      this.rows = new TreeMap<>(backwards ? order.reversed() : order);
    }

    void add(Found found) {
      int after = bound == null ? 1 : Arrays.compareUnsigned(found.row, bound);
      if (backwards && bound != null ? after >= 0 : after <= 0) {
        return;
      }
      rows.put(found.row, found);
      bytes += found.item.sizeBytes();
      while (rows.size() > ENTRIES_MAX || bytes > BYTES_MAX && rows.size() > 1) {
        bytes -= rows.pollLastEntry().getValue().item.sizeBytes();
        more = true;
      }
    }
  }
}
