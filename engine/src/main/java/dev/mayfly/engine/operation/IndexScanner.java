package dev.mayfly.engine.operation;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.deadrange.LiveRows;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.index.KeyBytes;
import dev.mayfly.engine.index.KeyRange;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Walks items through an index. Every item is read before it is emitted: whether it is visible is
 * judged as everywhere else. An item with several keys in the range is emitted at the first of them
 * in the direction of the walk, so that no page needs to know what another one emitted.
 */
final class IndexScanner {
  /** So many of the largest items may be in memory at once. */
  private static final int BATCH_ROWS = 16;

  private final LiveView live;
  private final ReadView view;
  private final ContainerSnapshot snapshot;
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

  /** Reads from the view how far the index is built: the snapshot may not be current. */
  IndexScanner(LiveView view, Visibility visibility, long incarnation, IndexQuery query) {
    this(view, visibility, incarnation, query, false);
  }

  /**
   * @param indexesCurrent whether the snapshot describes the indexes as the view does
   */
  IndexScanner(
      LiveView live,
      Visibility visibility,
      long incarnation,
      IndexQuery query,
      boolean indexesCurrent) {
    this.live = live;
    this.view = live.rows();
    this.snapshot = visibility.snapshot();
    this.visibility = visibility;
    this.incarnation = incarnation;
    this.query = query;
    this.index = find(snapshot, query);
    int number = snapshot.state().number();
    this.progress = indexesCurrent ? index.progress() : progress(view, number, index.id());
    if (progress == null || !progress.ready()) {
      throw new EngineException(
          ErrorCode.INDEX_NOT_FOUND, "The index '" + query.index() + "' is not there (yet).");
    }
    boolean unique = index.index().unique();
    this.table = unique ? Table.UNIQUE : Table.INDEX;
    this.prefix = unique ? Keys.uniqueIndex(number, index.id()) : Keys.index(number, index.id());
    this.range = query.range().in(index.index(), prefix);
    this.partitions =
        new ItemRange(number, snapshot.definition().partitionKey(), query.partitions());
  }

  private static IndexProgress progress(ReadView view, int container, int index) {
    byte[] row = view.get(Table.META, MetaKeys.index(container, index));
    return row == null ? null : IndexProgressRow.decode(row);
  }

  private static OpenIndex find(ContainerSnapshot snapshot, IndexQuery query) {
    OpenIndex index = snapshot.indexes().named(query.index());
    if (index == null) {
      throw new EngineException(
          ErrorCode.INDEX_NOT_FOUND, "There is no index named '" + query.index() + "'.");
    }
    return index;
  }

  /** Accepts continuations of an index with the same definition: it had the same rows. */
  IndexScanner madeAnew() {
    madeAnew = true;
    return this;
  }

  Table table() {
    return table;
  }

  /** The rows of the range, from the first key to the end. */
  RowRange rowRange() {
    return new RowRange(firstRow(), endRow());
  }

  /** A page, at the price of point reads. */
  Page<IndexEntry> page(byte[] continuation, PageMeter meter) {
    List<IndexEntry> entries = new ArrayList<>();
    byte[] last = null;
    StopReason reason = null;
    try (LiveRows rows = rows(continuation)) {
      List<Found> batch = batch(rows, meter.itemsLeft());
      while (reason == null && !batch.isEmpty()) {
        for (int i = 0; reason == null && i < batch.size(); i++) {
          meter.row();
          Found found = batch.get(i);
          last = found.rowKey();
          ItemRow item = item(rows, found);
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
  private record Found(
      byte[] rowKey, byte[] value, IndexRow row, boolean remembered, long lsn, byte[] stored) {
    Found with(byte[] itemRow) {
      return new Found(rowKey, value, row, remembered, lsn, itemRow);
    }
  }

  private Found found(LiveRows rows) {
    byte[] key = rows.key();
    byte[] value = rows.value();
    return new Found(key, value, decode(key, value), rows.isRemembered(), rows.expectedLsn(), null);
  }

  /** The next rows: as many as are needed, and not more than may be looked up at once. */
  private List<Found> batch(LiveRows rows, int wanted) {
    int most = Math.min(wanted, BATCH_ROWS);
    List<Found> batch = new ArrayList<>(most);
    List<byte[]> itemKeys = new ArrayList<>(most);
    while (batch.size() < most && rows.nextOutside()) {
      Found found = found(rows);
      batch.add(found);
      if (partitions.contains(found.row().suffix())) {
        itemKeys.add(itemKey(found.row()));
      }
    }
    Iterator<byte[]> stored = stored(batch, itemKeys).iterator();
    batch.replaceAll(
        found -> partitions.contains(found.row().suffix()) ? found.with(stored.next()) : found);
    return batch;
  }

  /** The living rows of a known range are read whenever something in it is. */
  private List<byte[]> stored(List<Found> batch, List<byte[]> itemKeys) {
    return !batch.isEmpty() && batch.get(batch.size() - 1).remembered()
        ? view.getAllOften(Table.ITEMS, itemKeys)
        : view.getAll(Table.ITEMS, itemKeys);
  }

  private byte[] itemKey(IndexRow row) {
    return Keys.item(snapshot.state().number(), row.suffix());
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
    try (LiveRows rows = rows(continuation)) {
      while (reason == null && (bare ? rows.next() : rows.nextOutside())) {
        meter.row();
        if (bare || isSeen(rows, found(rows))) {
          items++;
        }
        reason = meter.stop();
        last = reason == null ? null : rows.key();
      }
    }
    return new IndexCount(items, last == null ? null : after(last), items * Charges.read(0));
  }

  /** Whether the item must be read to know if a row is its first one in the range. */
  private boolean isDoubtful() {
    return isRepeated() || range.isLong() || index.index().unique();
  }

  /** Whether an item may have several rows in the range. */
  private boolean isRepeated() {
    return progress.multikey() && !range.single();
  }

  private LiveRows rows(byte[] continuation) {
    byte[] from = firstRow();
    byte[] to = endRow();
    if (continuation != null) {
      byte[] place =
          Continuation.decode(
                  continuation, Continuation.Kind.INDEX, incarnation, snapshot.state().number())
              .place();
      if (!madeAnew && IndexPosition.index(place) != index.id()) {
        throw new EngineException(
            ErrorCode.INDEX_NOT_FOUND, "The index of this continuation is not there any more.");
      }
      byte[] bound = IndexPosition.bound(view, table, prefix, place, query.backwards());
      from = query.backwards() ? from : max(from, bound);
      to = query.backwards() ? min(to, bound) : to;
    }
    return live.walkAhead(table, from, to, query.backwards());
  }

  private byte[] firstRow() {
    byte[] first = range.firstRow();
    return isOnePartOfAKey() ? max(first, partitions.after(range.from())) : first;
  }

  private byte[] endRow() {
    if (query.partitions().isEmpty()) {
      return firstRow();
    }
    byte[] end = range.endRow();
    return isOnePartOfAKey() ? min(end, partitions.before(range.from())) : end;
  }

  /** Whether the rows of one key are read, which stand in the order of their partitions. */
  private boolean isOnePartOfAKey() {
    return range.single() && !index.index().unique();
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

  private boolean isSeen(LiveRows rows, Found found) {
    boolean within = partitions.contains(found.row().suffix());
    byte[] stored = within ? view.get(Table.ITEMS, itemKey(found.row())) : null;
    return item(rows, found.with(stored)) != null;
  }

  /** The item of a row, or null if it is not visible or is emitted at another row. */
  private ItemRow item(LiveRows rows, Found found) {
    IndexRow row = found.row();
    ItemRow item = visibility.see(found.stored(), row.suffix());
    if (item != null && !isThere(found, item)) {
      item = null;
    }
    if (item == null && partitions.contains(row.suffix())) {
      rows.deadBehind(found.rowKey());
    } else {
      // An item of another partition was not looked up: it may live. A unique row may change.
      boolean lasts = item != null && table == Table.INDEX;
      rows.livingBehind(
          found.rowKey(), lasts ? found.value() : null, lasts ? item.lsn() : 0, found.remembered());
    }
    boolean doubtful = isRepeated() || range.isLong() && KeyBytes.isCut(row.key().length);
    return item == null || doubtful && !isEmittedHere(row, item) ? null : item;
  }

  /** Whether a row that may be remembered is there: it is while its item was not written. */
  private boolean isThere(Found found, ItemRow item) {
    return found.lsn() == 0 || found.lsn() == item.lsn() || view.get(table, found.rowKey()) != null;
  }

  private boolean isEmittedHere(IndexRow row, ItemRow item) {
    TreeSet<byte[]> keys = range.within(index.reader(), item.body());
    Iterator<byte[]> walk = query.backwards() ? keys.descendingIterator() : keys.iterator();
    return walk.hasNext() && Arrays.equals(walk.next(), row.key());
  }

  private IndexEntry entry(IndexRow row, ItemRow item, byte[] rowKey) {
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
    return IndexPosition.continuation(
        incarnation, snapshot.state().number(), index.id(), rowKey, prefix.length);
  }
}
