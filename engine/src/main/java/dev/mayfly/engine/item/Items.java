package dev.mayfly.engine.item;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.count.Counts;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Reads and writes items of all containers. Charges are reported, not booked: see Container. */
public final class Items {
  private static final long READ_MANY_BYTES_MAX = 64L << 20;

  private final Storage storage;
  private final Committer committer;
  private final Timekeeper timekeeper;
  private final long incarnation;
  private final ItemWriter writer;

  /**
   * @param holdPurge called with each import: its items may be old, and a person should look first
   */
  public Items(
      Storage storage,
      Committer committer,
      Timekeeper timekeeper,
      Counts counts,
      LiveCounts liveCounts,
      long incarnation,
      BiConsumer<WriteTransaction, OpenContainer> holdPurge) {
    this.storage = requireNonNull(storage, "storage");
    this.committer = requireNonNull(committer, "committer");
    this.timekeeper = requireNonNull(timekeeper, "timekeeper");
    this.incarnation = incarnation;
    this.writer = new ItemWriter(incarnation, new Quotas(counts, liveCounts), holdPurge);
  }

  public long incarnation() {
    return incarnation;
  }

  /** An item as a reader at that instant gets it. */
  public static Item seen(
      ItemHeader header, byte[] suffix, long incarnation, Visibility visibility) {
    return new Item(header, suffix, incarnation, visibility.remainingSeconds(header));
  }

  /** The item, or null; judged at one instant taken before it is looked up (B4). */
  public Item read(OpenContainer container, ItemKey key) {
    Face face = container.face();
    Address address = Address.of(container.number(), face.definition().partitionKey(), key);
    long now = timekeeper.nowSecond();
    Visibility visibility = container.face().at(now);
    byte[] row = storage.get(Table.ITEMS, address.itemKey());
    ItemHeader header = visibility.see(row, address.suffix());
    if (header == null && row != null) {
      // Dead, unless a write that was in time is being committed at this moment.
      timekeeper.awaitWritesBefore(now);
      header = visibility.see(storage.get(Table.ITEMS, address.itemKey()), address.suffix());
    }
    return header == null ? null : seen(header, address.suffix(), incarnation, visibility);
  }

  /**
   * What a read of many items sees that begins now: to be taken before its first snapshot, and once
   * for all of them (B4).
   */
  public Visibility now(OpenContainer container) {
    long now = timekeeper.nowBeforeSnapshot();
    return container.face().at(now);
  }

  /** The items of those keys that can be seen, in the order of the keys. */
  public List<Item> readMany(Visibility visibility, List<ItemKey> keys) {
    List<Item> items = new ArrayList<>(keys.size());
    long bytes = 0;
    try (ReadView view = storage.snapshot()) {
      for (ItemKey key : keys) {
        Item item = read(view, visibility, key);
        if (item != null) {
          items.add(item);
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

  Item read(ReadView view, Visibility visibility, ItemKey key) {
    Face face = visibility.face();
    Address address = Address.of(face.state().number(), face.definition().partitionKey(), key);
    ItemHeader header = visibility.see(view.get(Table.ITEMS, address.itemKey()), address.suffix());
    return header == null ? null : seen(header, address.suffix(), incarnation, visibility);
  }

  public static byte[] continuationAfter(OpenContainer container, Item item) {
    return Scanner.after(container.number(), item.etag().incarnation(), item.address(), item.lsn());
  }

  /** A page of a range, at the price of point reads; a null continuation starts. */
  public Page<Item> scan(
      Visibility visibility, EpkRange range, byte[] continuation, PageMeter meter) {
    try (ReadView view = storage.snapshot()) {
      return new Scanner(view, visibility, incarnation).page(range, continuation, meter);
    }
  }

  /** The same for ids of one partition. */
  public Page<Item> scan(Visibility visibility, IdRange ids, byte[] continuation, PageMeter meter) {
    try (ReadView view = storage.snapshot()) {
      return new Scanner(view, visibility, incarnation).page(ids, continuation, meter);
    }
  }

  /** The same with those items only that are wanted. */
  public Page<Item> scan(
      Visibility visibility,
      IdRange ids,
      byte[] continuation,
      PageMeter meter,
      Predicate<Item> wanted) {
    try (ReadView view = storage.snapshot()) {
      return new Scanner(view, visibility, incarnation).page(ids, continuation, meter, wanted);
    }
  }

  /**
   * As {@link #scan}, with those items only that are wanted; all that can be seen are charged.
   *
   * @param wanted asked for each item, which is gone when it has answered
   */
  public Page<Item> scan(
      Visibility visibility,
      EpkRange range,
      byte[] continuation,
      PageMeter meter,
      Predicate<Item> wanted) {
    try (ReadView view = storage.snapshot()) {
      return new Scanner(view, visibility, incarnation).page(range, continuation, meter, wanted);
    }
  }

  /** A page of what an index has, at the price of point reads; a null continuation starts. */
  public Page<IndexEntry> scanIndex(
      OpenContainer container,
      Visibility visibility,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter) {
    try (ReadView view = storage.snapshot()) {
      return indexScanner(view, container, visibility, query).page(continuation, meter);
    }
  }

  /**
   * As {@link #scanIndex}, and the same if the index is not there or was made anew.
   *
   * @param timeIsUp when a look at all items is given up
   */
  public Page<IndexEntry> scanLikeIndex(
      OpenContainer container,
      Visibility visibility,
      PathIndex index,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter,
      BooleanSupplier timeIsUp) {
    try (ReadView view = storage.snapshot()) {
      OpenIndex found = visibility.face().indexes().named(query.index());
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
      return new LostIndexScanner(view, visibility, incarnation, index, query)
          .page(continuation, meter, timeIsUp);
    }
  }

  /** How many rows there are for the items of a range, up to a limit. */
  public long itemRows(Visibility visibility, EpkRange range, long limit) {
    Face face = visibility.face();
    ItemRange keys = new ItemRange(face.state().number(), face.definition().partitionKey(), range);
    long rows = 0;
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, keys.from(), keys.to())) {
      while (rows < limit && cursor.next()) {
        rows++;
      }
    }
    return rows;
  }

  /** How many rows an index has in a range, up to a limit; 0 if it is not there. */
  public long indexRows(
      OpenContainer container, Visibility visibility, IndexQuery query, long limit) {
    try (ReadView view = storage.snapshot()) {
      return indexScanner(view, container, visibility, query).rows(limit);
    }
  }

  /** How many items an index has, at the price of point reads. */
  public IndexCount countIndex(
      OpenContainer container,
      Visibility visibility,
      IndexQuery query,
      byte[] continuation,
      PageMeter meter) {
    try (ReadView view = storage.snapshot()) {
      return indexScanner(view, container, visibility, query).count(continuation, meter);
    }
  }

  /**
   * @param view taken after the visibility
   */
  private IndexScanner indexScanner(
      ReadView view, OpenContainer container, Visibility visibility, IndexQuery query) {
    boolean faceTells = container.tellsIndexes(visibility.face());
    return new IndexScanner(view, visibility, incarnation, query, faceTells);
  }

  public WriteOutcome write(OpenContainer container, WriteRequest request) {
    ItemWriter.Prepared prepared = ItemWriter.prepare(container, request);
    return committer.execute(transaction -> writer.apply(transaction, container, prepared));
  }

  public void submit(
      OpenContainer container, WriteRequest request, Completion<WriteOutcome> completion) {
    ItemWriter.Prepared prepared = ItemWriter.prepare(container, request);
    committer.submit(transaction -> writer.apply(transaction, container, prepared), completion);
  }

  public void submitAlone(
      OpenContainer container, WriteRequest request, Completion<WriteOutcome> completion) {
    ItemWriter.Prepared prepared = ItemWriter.prepare(container, request);
    committer.submitAlone(
        transaction -> writer.apply(transaction, container, prepared), completion);
  }

  /** All requests in one commit, or none: they must be of one logical partition. */
  public List<WriteOutcome> batch(OpenContainer container, List<WriteRequest> requests) {
    Batch batch = Batch.prepare(writer, container, requests);
    return committer.execute(batch);
  }

  public void submitBatch(
      OpenContainer container,
      List<WriteRequest> requests,
      Completion<List<WriteOutcome>> completion) {
    committer.submit(Batch.prepare(writer, container, requests), completion);
  }

  /** A transaction over any containers, reading as of now. */
  public ItemTransaction begin() {
    return new ItemTransaction(storage, committer, timekeeper, this, writer, incarnation);
  }

  /** The bytes of a logical partition. */
  public static byte[] partition(OpenContainer container, PartitionKey key) {
    return Address.partition(container.face().definition().partitionKey(), key);
  }

  /** What a point read of that result costs. */
  public static long readCharge(Item item) {
    return item == null ? Charges.readMissing() : Charges.read(item.sizeBytes());
  }
}
