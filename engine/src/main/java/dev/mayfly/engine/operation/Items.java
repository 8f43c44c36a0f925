package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.commit.Write;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.deadrange.LiveView;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Reads and writes items of all containers. Charges are reported, not booked: see Container. */
public final class Items {
  private static final long READ_MANY_BYTES_MAX = 64L << 20;

  private final Storage storage;
  private final Timekeeper timekeeper;
  private final ViewSource source;
  private final long incarnation;
  private final ItemWriter writer;

  /**
   * @param holdPurge called with each import: its items may be old, and an operator should confirm
   *     first
   */
  public Items(
      CommittedRows committed,
      Counts counts,
      LiveCounts liveCounts,
      WriteLocks locks,
      long incarnation,
      BiConsumer<WriteTransaction, OpenContainer> holdPurge) {
    this.storage = committed.storage();
    this.timekeeper = committed.timekeeper();
    this.source = committed;
    this.incarnation = incarnation;
    this.writer =
        new ItemWriter(incarnation, new Quotas(counts, liveCounts), locks, storage::get, holdPurge);
  }

  private Items(Items committed, ViewSource source) {
    this.storage = committed.storage;
    this.timekeeper = committed.timekeeper;
    this.source = requireNonNull(source, "source");
    this.incarnation = committed.incarnation;
    this.writer = committed.writer;
  }

  /** The items as a transaction sees them; only for reads. */
  public Items in(ViewSource transaction) {
    return new Items(this, transaction);
  }

  public long incarnation() {
    return incarnation;
  }

  /** An item as a reader at that instant gets it. */
  public static Item seen(ItemRow item, byte[] suffix, long incarnation, Visibility visibility) {
    return new Item(item, suffix, incarnation, visibility.remainingSeconds(item));
  }

  /** The item, or null; judged at one instant taken before it is looked up (B4). */
  public Item read(OpenContainer container, ItemKey key) {
    if (!(source instanceof CommittedRows)) {
      Visibility visibility = source.now(container);
      try (ReadView view = source.rows(visibility)) {
        return read(view, visibility, key);
      }
    }
    ContainerSnapshot snapshot = container.snapshot();
    ItemAddress address =
        ItemAddress.of(container.number(), snapshot.definition().partitionKey(), key);
    long now = timekeeper.nowSecond();
    Visibility visibility = container.snapshot().at(now);
    byte[] row = storage.get(Table.ITEMS, address.itemKey());
    ItemRow item = visibility.see(row, address.suffix());
    if (item == null && row != null) {
      // Dead, unless a write that was in time is being committed at this moment.
      timekeeper.awaitWritesBefore(now);
      item = visibility.see(storage.get(Table.ITEMS, address.itemKey()), address.suffix());
    }
    return item == null ? null : seen(item, address.suffix(), incarnation, visibility);
  }

  /** See {@link ViewSource#now}. */
  public Visibility now(OpenContainer container) {
    return source.now(container);
  }

  /** An item for each key, in the order of the keys; null where none is visible. */
  public List<Item> lookup(Visibility visibility, List<ItemKey> keys) {
    return lookup(visibility, keys, this::read);
  }

  /** The same by what {@link Item#address} returned, now or before a restart. */
  public List<Item> lookupAddresses(Visibility visibility, List<byte[]> addresses) {
    return lookup(visibility, addresses, this::readAddress);
  }

  /** Finds the item that something names. */
  private interface Finder<K> {
    Item find(ReadView view, Visibility visibility, K key);
  }

  private <K> List<Item> lookup(Visibility visibility, List<K> keys, Finder<K> finder) {
    List<Item> items = new ArrayList<>(keys.size());
    long bytes = 0;
    try (ReadView view = source.rows(visibility)) {
      for (K key : keys) {
        Item item = finder.find(view, visibility, key);
        items.add(item);
        if (item != null) {
          bytes += item.sizeBytes();
          if (bytes > READ_MANY_BYTES_MAX) {
            throw new EngineException(
                ErrorCode.TOO_LARGE,
                "The items take more than "
                    + READ_MANY_BYTES_MAX
                    + " bytes: read fewer of them at once.");
          }
        }
      }
    }
    return items;
  }

  private Item readAddress(ReadView view, Visibility visibility, byte[] address) {
    byte[] key = Keys.item(visibility.snapshot().state().number(), address);
    ItemRow item = visibility.see(view.get(Table.ITEMS, key), address);
    return item == null ? null : seen(item, address, incarnation, visibility);
  }

  Item read(ReadView view, Visibility visibility, ItemKey key) {
    ContainerSnapshot snapshot = visibility.snapshot();
    ItemAddress address =
        ItemAddress.of(snapshot.state().number(), snapshot.definition().partitionKey(), key);
    ItemRow item = visibility.see(view.get(Table.ITEMS, address.itemKey()), address.suffix());
    return item == null ? null : seen(item, address.suffix(), incarnation, visibility);
  }

  private LiveView view(Visibility visibility) {
    return source.open(visibility);
  }

  public static byte[] continuationAfter(OpenContainer container, Item item) {
    return Scanner.after(container.number(), item.etag().incarnation(), item.address(), item.lsn());
  }

  /**
   * A page of items in key order, at the price of point reads; a null continuation starts. Every
   * visible item is charged, whether it passes the filter or not.
   *
   * @param filter tested for each item, which is valid only during the call; null for all
   */
  public Page<Item> scan(
      Visibility visibility,
      ScanKeys keys,
      byte[] continuation,
      PageMeter meter,
      Predicate<Item> filter) {
    try (LiveView view = view(visibility)) {
      return new Scanner(view, visibility, incarnation).page(keys, continuation, meter, filter);
    }
  }

  /** A page of what an index has, at the price of point reads; a null continuation starts. */
  public Page<IndexEntry> scanIndex(
      OpenContainer container,
      Visibility visibility,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter) {
    try (LiveView view = view(visibility)) {
      return indexScanner(view, container, visibility, query).page(continuation, meter);
    }
  }

  /**
   * As {@link #scanIndex}, and the same if the index is not there or was made anew.
   *
   * @param timeIsUp when a scan of all items is given up
   */
  public Page<IndexEntry> scanLikeIndex(
      OpenContainer container,
      Visibility visibility,
      PathIndex index,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter,
      BooleanSupplier timeIsUp) {
    try (LiveView view = view(visibility)) {
      OpenIndex found = visibility.snapshot().indexes().named(query.index());
      if (found != null && found.index().isSame(index)) {
        try {
          return indexScanner(view, container, visibility, query)
              .madeAnew()
              .page(continuation, meter);
        } catch (EngineException e) {
          if (e.code() != ErrorCode.INDEX_NOT_FOUND) {
            throw e;
          }
        }
      }
      return new MissingIndexScanner(view.rows(), visibility, incarnation, index, query)
          .page(continuation, meter, timeIsUp);
    }
  }

  public long itemRows(Visibility visibility, EpkRange range, long limit) {
    ScanKeys keys = ScanKeys.of(visibility.snapshot(), range);
    long rows = 0;
    try (ReadView view = source.rows(visibility);
        RowCursor cursor = view.cursor(Table.ITEMS, keys.from(), keys.to())) {
      while (rows < limit && cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** How many rows indexes have in each of some ranges, up to a limit for all together. */
  public long[] indexRows(
      OpenContainer container, Visibility visibility, List<IndexQuery> queries, long limit) {
    long[] counts = new long[queries.size()];
    long left = limit;
    try (LiveView view = view(visibility)) {
      // Ranges of one index follow each other, and are counted together.
      int next;
      for (int first = 0; first < counts.length && left > 0; first = next) {
        List<RowRange> ranges = new ArrayList<>();
        IndexScanner scanner = null;
        String index = queries.get(first).index();
        for (next = first;
            next < counts.length && queries.get(next).index().equals(index);
            next++) {
          scanner = indexScanner(view, container, visibility, queries.get(next));
          ranges.add(scanner.rowRange());
        }
        long[] some = RowCounts.of(view, scanner.table(), ranges, left);
        System.arraycopy(some, 0, counts, first, some.length);
        left -= Arrays.stream(some).sum();
      }
    }
    return counts;
  }

  /** How many items an index has, at the price of point reads. */
  public IndexCount countIndex(
      OpenContainer container,
      Visibility visibility,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter) {
    try (LiveView view = view(visibility)) {
      return indexScanner(view, container, visibility, query).count(continuation, meter);
    }
  }

  /**
   * @param view taken after the visibility
   */
  private IndexScanner indexScanner(
      LiveView view, OpenContainer container, Visibility visibility, IndexQuery query) {
    boolean indexesCurrent = source.hasCurrentIndexes(container, visibility.snapshot());
    return new IndexScanner(view, visibility, incarnation, query, indexesCurrent);
  }

  /** A write of one item, checked as far as that is possible before it is decided. */
  public Write<WriteOutcome> prepare(OpenContainer container, WriteRequest request) {
    ItemWriter.Prepared prepared = writer.prepare(container, request);
    return transaction -> writer.apply(transaction, container, prepared);
  }

  /** All requests in one commit, or none: they must be of one logical partition. */
  public Write<List<WriteOutcome>> prepare(OpenContainer container, List<WriteRequest> requests) {
    return Batch.prepare(writer, container, requests);
  }

  /** As {@link #prepare}, of any logical partitions: where the storage can commit such. */
  public Write<List<WriteOutcome>> prepareImport(
      OpenContainer container, List<WriteRequest> requests) {
    return Batch.prepareAny(writer, container, requests);
  }

  ItemWriter writer() {
    return writer;
  }

  /** The bytes of a logical partition. */
  public static byte[] partition(OpenContainer container, PartitionKey key) {
    return PartitionIdentity.logicalPartition(
        container.snapshot().definition().partitionKey(), key);
  }

  /** What a point read of that result costs. */
  public static long readCharge(Item item) {
    return item == null ? Charges.readMissing() : Charges.read(item.sizeBytes());
  }
}
