package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.index.PathIndex;
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
 * Tells the same pages as {@link IndexScanner}, of an index that has gone since a reading began
 * with it: looks at all items and keeps those that come next, so that who carries a continuation
 * need not begin again. Each page is a look at everything.
 */
final class LostIndexScanner {
  /** More are not kept, whatever the limit of a page is. */
  private static final int ENTRIES_MAX = 1_000;

  private static final long BYTES_MAX = 4L << 20;

  /** A number that no index has. */
  private static final int NO_INDEX = Integer.MAX_VALUE;

  /** So often it is looked whether time is up. */
  private static final int ROWS_PER_LOOK = 1_000;

  private final ReadView view;
  private final Face face;
  private final Visibility visibility;
  private final long incarnation;
  private final PathIndex index;
  private final IndexReader reader;
  private final boolean backwards;
  private final byte[] prefix;
  private final KeyRange range;
  private final ItemRange partitions;

  /** An item, its row in the index and the key in that. */
  private record Found(byte[] row, byte[] key, ItemHeader item) {}

  LostIndexScanner(
      ReadView view, Visibility visibility, long incarnation, PathIndex index, IndexQuery query) {
    this.view = view;
    this.face = visibility.face();
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.index = index;
    this.reader = new IndexReader(index, body -> true);
    this.backwards = query.backwards();
    int number = face.state().number();
    this.prefix = Keys.index(number, NO_INDEX);
    this.range = query.range().in(index, prefix);
    this.partitions = new ItemRange(number, face.definition().partitionKey(), query.partitions());
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
                continuation, Continuation.Kind.INDEX, incarnation, face.state().number())
            .place();
    IndexPlace.index(place);
    return place;
  }

  /** The row after which to go on; of a long one only an item that is still there knows. */
  private byte[] bound(byte[] place, BooleanSupplier timeIsUp) {
    if (IndexPlace.isWhole(place)) {
      return IndexPlace.row(prefix, place);
    }
    byte[][] bound = new byte[1][];
    forEach(
        found -> {
          if (IndexPlace.isOf(place, found.row, prefix.length)) {
            bound[0] = found.row;
          }
        },
        timeIsUp);
    byte[] alike = IndexPlace.row(prefix, place);
    return bound[0] != null ? bound[0] : backwards ? Bytes.after(alike) : alike;
  }

  /** Shows each item that the index would have in the range, at the row at which it tells it. */
  private void forEach(Consumer<Found> taker, BooleanSupplier timeIsUp) {
    long rows = 0;
    try (RowCursor cursor = view.cursor(Table.ITEMS, partitions.from(), partitions.to())) {
      while (cursor.next()) {
        if (++rows % ROWS_PER_LOOK == 0 && timeIsUp.getAsBoolean()) {
          throw new EngineException(
              ErrorCode.INDEX_NOT_FOUND,
              "The index of this continuation is not there any more, and there are too many items"
                  + " to go on without it: begin again.");
        }
        byte[] suffix = Keys.suffix(cursor.key());
        ItemHeader item = visibility.see(cursor.value(), suffix);
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
    long store = incarnation;
    int container = face.state().number();
    int prefixLength = prefix.length;
    return () ->
        new Continuation(
                Continuation.Kind.INDEX,
                store,
                container,
                IndexPlace.after(NO_INDEX, row, prefixLength))
            .encode();
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
