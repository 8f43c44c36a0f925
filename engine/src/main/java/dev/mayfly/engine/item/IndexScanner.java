package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Walks items through an index. Every item is looked at before it is told: whether it lives is
 * judged as everywhere else. An item with several keys in the range is told at the first of them in
 * the direction of the walk, so that no page needs to know what another one told.
 */
final class IndexScanner {
  /** So many of the largest items may be in memory at once. */
  private static final int BATCH_ROWS = 16;

  private final ReadView view;
  private final Face face;
  private final Visibility visibility;
  private final long incarnation;
  private final IndexQuery query;
  private final OpenIndex index;
  private final IndexProgress progress;
  private final Table table;
  private final byte[] prefix;
  private final KeyRange range;
  private final ItemRange partitions;
  private boolean madeAnew;

  /** Looks up in the view how far the index is: it may not be as the face tells. */
  IndexScanner(ReadView view, Visibility visibility, long incarnation, IndexQuery query) {
    this(view, visibility, incarnation, query, false);
  }

  /**
   * @param faceTells whether the face tells of indexes just what the view does
   */
  IndexScanner(
      ReadView view, Visibility visibility, long incarnation, IndexQuery query, boolean faceTells) {
    this.view = view;
    this.face = visibility.face();
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.query = query;
    this.index = find(face, query);
    int number = face.state().number();
    this.progress = faceTells ? index.progress() : progress(view, number, index.id());
    if (progress == null || !progress.ready()) {
      throw new EngineException(
          ErrorCode.INDEX_NOT_FOUND, "The index '" + query.index() + "' is not there (yet).");
    }
    boolean unique = index.index().unique();
    this.table = unique ? Table.UNIQUE : Table.INDEX;
    this.prefix = unique ? Keys.uniqueIndex(number, index.id()) : Keys.index(number, index.id());
    this.range = query.range().in(index.index(), prefix);
    this.partitions = new ItemRange(number, face.definition().partitionKey(), query.partitions());
  }

  private static IndexProgress progress(ReadView view, int container, int index) {
    byte[] row = view.get(Table.META, MetaKeys.index(container, index));
    return row == null ? null : IndexProgress.decode(row);
  }

  private static OpenIndex find(Face face, IndexQuery query) {
    OpenIndex index = face.indexes().named(query.index());
    if (index == null) {
      throw new EngineException(
          ErrorCode.INDEX_NOT_FOUND, "There is no index named '" + query.index() + "'.");
    }
    return index;
  }

  /** Lets continuations of an index go on that was just like this one: it had the same rows. */
  IndexScanner madeAnew() {
    madeAnew = true;
    return this;
  }

  /** How many rows there are in the range, up to a limit; whose, and whether they live, is open. */
  long rows(long limit) {
    long rows = 0;
    try (RowCursor cursor = rows(null)) {
      while (rows < limit && cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** A page, at the price of point reads. */
  Page<IndexEntry> page(byte[] continuation, PageMeter meter) {
    List<IndexEntry> entries = new ArrayList<>();
    byte[] last = null;
    StopReason reason = null;
    try (RowCursor rows = rows(continuation)) {
      List<Found> batch = batch(rows, meter.itemsLeft());
      while (reason == null && !batch.isEmpty()) {
        for (int i = 0; reason == null && i < batch.size(); i++) {
          meter.row();
          Found found = batch.get(i);
          last = found.rowKey();
          ItemHeader item = item(found.row(), found.stored());
          if (item != null) {
            entries.add(entry(found.row(), item, last));
            meter.item(item.sizeBytes());
          }
          reason = meter.stop();
        }
        if (reason == null) {
          batch = batch(rows, meter.itemsLeft());
        }
      }
    }
    return new Page<>(
        entries,
        reason == null ? null : after(last),
        reason == null ? StopReason.END : reason,
        meter.readsCentiRu());
  }

  /** A row of the index, and its item's own row; null if that is not there or not asked for. */
  private record Found(byte[] rowKey, IndexRow row, byte[] stored) {
    Found with(byte[] itemRow) {
      return new Found(rowKey, row, itemRow);
    }
  }

  /** The next rows: so many as are wanted, and not more than may be looked up at once. */
  private List<Found> batch(RowCursor rows, int wanted) {
    int most = Math.min(wanted, BATCH_ROWS);
    List<Found> batch = new ArrayList<>(most);
    List<byte[]> itemKeys = new ArrayList<>(most);
    while (batch.size() < most && rows.next()) {
      IndexRow row = decode(rows.key(), rows.value());
      batch.add(new Found(rows.key(), row, null));
      if (partitions.contains(row.suffix())) {
        itemKeys.add(itemKey(row));
      }
    }
    Iterator<byte[]> stored = view.getAll(Table.ITEMS, itemKeys).iterator();
    batch.replaceAll(
        found -> partitions.contains(found.row().suffix()) ? found.with(stored.next()) : found);
    return batch;
  }

  private byte[] itemKey(IndexRow row) {
    return Keys.item(face.state().number(), row.suffix());
  }

  /**
   * How many items there are, as far as the limit of rows allows, at the price of point reads of
   * small ones. Where nothing can be dead, each row is an item that lives, and none is read.
   */
  IndexCount count(byte[] continuation, PageMeter meter) {
    boolean bare =
        visibility.showsAll() && !isDoubtful() && (partitions.isFull() || range.single());
    long items = 0;
    byte[] last = null;
    StopReason reason = null;
    try (RowCursor rows = rows(continuation)) {
      while (reason == null && rows.next()) {
        meter.row();
        if (bare || isSeen(decode(rows.key(), rows.value()))) {
          items++;
        }
        reason = meter.stop();
        last = reason == null ? null : rows.key();
      }
    }
    return new IndexCount(items, last == null ? null : after(last), items * Charges.read(0));
  }

  /** Whether it needs a look at the item whether a row is its first one in the range. */
  private boolean isDoubtful() {
    return progress.multikey() || range.isLong() || index.index().unique();
  }

  private RowCursor rows(byte[] continuation) {
    byte[] from = range.firstRow();
    byte[] to = range.endRow();
    if (range.single() && !index.index().unique()) {
      from = max(from, partitions.after(range.from()));
      to = min(to, partitions.before(range.from()));
    }
    if (continuation != null) {
      byte[] place =
          Continuation.decode(
                  continuation, Continuation.Kind.INDEX, incarnation, face.state().number())
              .place();
      if (!madeAnew && IndexPlace.index(place) != index.id()) {
        throw new EngineException(
            ErrorCode.INDEX_NOT_FOUND, "The index of this continuation is not there any more.");
      }
      byte[] bound = IndexPlace.bound(view, table, prefix, place, query.backwards());
      from = query.backwards() ? from : max(from, bound);
      to = query.backwards() ? min(to, bound) : to;
    }
    return query.backwards() ? view.cursorDown(table, from, to) : view.cursor(table, from, to);
  }

  private static byte[] max(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) < 0 ? other : one;
  }

  private static byte[] min(byte[] one, byte[] other) {
    return Arrays.compareUnsigned(one, other) < 0 ? one : other;
  }

  private IndexRow decode(byte[] row, byte[] value) {
    return index.index().unique() ? IndexRow.decodeUnique(row, value) : IndexRow.decode(row, value);
  }

  private boolean isSeen(IndexRow row) {
    return partitions.contains(row.suffix())
        && item(row, view.get(Table.ITEMS, itemKey(row))) != null;
  }

  /** The item of a row, or null if it cannot be seen or is told elsewhere. */
  private ItemHeader item(IndexRow row, byte[] stored) {
    ItemHeader item = visibility.see(stored, row.suffix());
    boolean doubtful = progress.multikey() || range.isLong() && KeyBytes.isCut(row.key().length);
    return item == null || doubtful && !isToldHere(row, item) ? null : item;
  }

  private boolean isToldHere(IndexRow row, ItemHeader item) {
    TreeSet<byte[]> keys = range.within(index.reader(), item.body());
    Iterator<byte[]> walk = query.backwards() ? keys.descendingIterator() : keys.iterator();
    return walk.hasNext() && Arrays.equals(walk.next(), row.key());
  }

  private IndexEntry entry(IndexRow row, ItemHeader item, byte[] rowKey) {
    return new IndexEntry(
        Items.seen(item, row.suffix(), incarnation, visibility),
        index.index(),
        row.key(),
        continuation(rowKey));
  }

  private byte[] after(byte[] rowKey) {
    return continuation(rowKey).get();
  }

  /** Holds nothing of the view, which ends with the page. */
  private Supplier<byte[]> continuation(byte[] rowKey) {
    long store = incarnation;
    int container = face.state().number();
    int id = index.id();
    int prefixLength = prefix.length;
    return () ->
        new Continuation(
                Continuation.Kind.INDEX,
                store,
                container,
                IndexPlace.after(id, rowKey, prefixLength))
            .encode();
  }
}
