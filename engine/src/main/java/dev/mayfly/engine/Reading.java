package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Lookup;
import dev.mayfly.engine.operation.ItemRange;
import dev.mayfly.engine.operation.ScanKeys;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.PageMeter;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.engine.ru.Charges;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/**
 * A read of a container in any number of steps, for one answer. It is admitted once. All steps
 * judge at one instant, taken before the first snapshot (B4), so an item does not die between two
 * of them. The base of the price is charged once, and only live items add to it: neither the number
 * of steps nor the dead items that they pass change what it costs (C2). Not thread safe.
 */
public final class Reading {
  /** A filter may be slow: the time is checked after so many rows. */
  private static final int ROWS_PER_CHECK = 256;

  private final Container.Parts parts;
  private final OpenContainer container;
  private final Runnable requireOpen;
  private final LongUnaryOperator price;
  private final Visibility visibility;
  private long untilNanos;
  private long scannedCentiRu;
  private long pointsCentiRu;
  private long chargedCentiRu;

  /**
   * @param price of an answer, of what point reads of its items cost
   */
  Reading(
      Container.Parts parts,
      OpenContainer container,
      Runnable requireOpen,
      LongUnaryOperator price,
      long untilNanos) {
    this.parts = requireNonNull(parts, "parts");
    this.container = requireNonNull(container, "container");
    this.requireOpen = requireNonNull(requireOpen, "requireOpen");
    this.price = requireNonNull(price, "price");
    this.untilNanos = untilNanos;
    this.visibility = parts.items().now(container);
  }

  /** A page of the items of a range, in key order; a null continuation starts. */
  public Page<Item> scan(EpkRange range, byte[] continuation, ReadLimits limits) {
    return scan(range, continuation, limits, null);
  }

  /**
   * As {@link #scan}, with only those items that pass the filter. Every visible item is charged,
   * whether it passes or not. The limits of items and bytes count those that pass; however few they
   * are, the page ends at the limit of rows or of time.
   *
   * @param filter tested for each item, which is valid only during the call; null for all
   */
  public Page<Item> scan(
      EpkRange range, byte[] continuation, ReadLimits limits, Predicate<Item> filter) {
    return scan(ScanKeys.of(visibility.snapshot(), range), continuation, limits, filter);
  }

  /** The same for the items of a partition by their ids. */
  public Page<Item> scan(
      IdRange ids, byte[] continuation, ReadLimits limits, Predicate<Item> filter) {
    return scan(ScanKeys.of(visibility.snapshot(), ids), continuation, limits, filter);
  }

  private Page<Item> scan(
      ScanKeys keys, byte[] continuation, ReadLimits limits, Predicate<Item> filter) {
    requireOpen.run();
    PageMeter meter = filter == null ? meter(limits) : filterMeter(limits);
    return scanned(parts.items().scan(visibility, keys, continuation, meter, filter));
  }

  private PageMeter filterMeter(ReadLimits limits) {
    int checks = Math.max(1, limits.rows() / ROWS_PER_CHECK);
    int[] checked = new int[1];
    return new PageMeter(
        new ReadLimits(limits.items(), limits.bytes(), ROWS_PER_CHECK),
        () -> ++checked[0] >= checks || isTimeUp());
  }

  /** The indexes as they are for all steps; one that is ready may have gone since. */
  public OpenIndexes indexes() {
    return visibility.snapshot().indexes();
  }

  /**
   * A page of the items of an index, in its order; a null continuation starts. INDEX_NOT_FOUND if
   * it is not ready, or has gone since the reading began. The order is that of the values unless
   * the index's progress says that some were cut: those are too long for that.
   */
  public Page<IndexEntry> scanIndex(IndexQuery query, byte[] continuation, ReadLimits limits) {
    requireOpen.run();
    container.automaticIndexes().used(visibility.snapshot().indexes().named(query.index()));
    return scanned(
        parts.items().scanIndex(container, visibility, query, continuation, meter(limits)));
  }

  /**
   * As {@link #scanIndex}, for a read that began with an index and must resume: if it does not
   * exist any more, all items are scanned, and the same ones come in the same order.
   *
   * @param index what it was
   * @param lostUntilNanos when a scan of all items is given up
   */
  public Page<IndexEntry> scanLikeIndex(
      PathIndex index,
      IndexQuery query,
      byte[] continuation,
      ReadLimits limits,
      long lostUntilNanos) {
    requireOpen.run();
    container.automaticIndexes().used(visibility.snapshot().indexes().named(query.index()));
    return scanned(
        parts
            .items()
            .scanLikeIndex(
                container,
                visibility,
                index,
                query,
                continuation,
                meter(limits),
                () -> System.nanoTime() - lostUntilNanos >= 0));
  }

  /**
   * About how many items an index has in a range, up to a limit: those that are dead and not purged
   * are counted too. Costs nothing; INDEX_NOT_FOUND as {@link #scanIndex}.
   */
  public long indexRows(IndexQuery query, long limit) {
    requireOpen.run();
    return parts.items().indexRows(container, visibility, List.of(query), limit)[0];
  }

  /** The same for several ranges together; one whose index has gone counts as the whole limit. */
  public long indexRows(List<IndexQuery> queries, long limit) {
    long[] counts = indexRowsOfEach(queries, limit);
    return counts == null ? limit : Arrays.stream(counts).sum();
  }

  /**
   * The same for each of several ranges, up to a limit for all together; null if an index has gone.
   */
  public long[] indexRowsOfEach(List<IndexQuery> queries, long limit) {
    requireOpen.run();
    try {
      return parts.items().indexRows(container, visibility, queries, limit);
    } catch (EngineException e) {
      if (e.code() != ErrorCode.INDEX_NOT_FOUND) {
        throw e;
      }
      return null;
    }
  }

  /**
   * About how many items a range has, up to a limit, those included that are dead. Costs nothing.
   */
  public long itemRows(EpkRange range, long limit) {
    requireOpen.run();
    return parts.items().itemRows(visibility, range, limit);
  }

  /** How many items an index has in a range, as far as the limit of rows and the time allow. */
  public IndexCount countIndex(IndexQuery query, byte[] continuation, ReadLimits limits) {
    requireOpen.run();
    container.automaticIndexes().used(visibility.snapshot().indexes().named(query.index()));
    IndexCount count =
        parts.items().countIndex(container, visibility, query, continuation, meter(limits));
    scannedCentiRu += count.chargeCentiRu();
    return new IndexCount(count.items(), count.continuation(), charge());
  }

  /** The second at which all steps judge items. */
  public long nowSecond() {
    return visibility.nowSecond();
  }

  /** About how many live items the container has, from its counts alone. Costs nothing. */
  public long estimatedItems() {
    return parts.liveCounts().estimate(visibility).items();
  }

  /** Whether no item can be dead: then an index counts without reading items. */
  public boolean showsAll() {
    return visibility.showsAll();
  }

  /** The items of those keys that exist; each costs what a point read does. */
  public Page<Item> readMany(List<ItemKey> keys) {
    Lookup lookup = lookup(keys);
    List<Item> found = lookup.items().stream().filter(Objects::nonNull).toList();
    return new Page<>(found, null, StopReason.END, lookup.chargeCentiRu());
  }

  /** As {@link #readMany}, with each item at the place of its key. */
  public Lookup lookup(List<ItemKey> keys) {
    requireOpen.run();
    return lookedUp(parts.items().lookup(visibility, keys));
  }

  /** As {@link #lookup}, by the addresses of items that were read before. */
  public Lookup lookupAddresses(List<byte[]> addresses) {
    requireOpen.run();
    return lookedUp(parts.items().lookupAddresses(visibility, addresses));
  }

  /** Whether the address of an item is in one of some ranges. */
  public Predicate<byte[]> addressesIn(List<EpkRange> ranges) {
    List<ItemRange> keys =
        ranges.stream()
            .map(range -> new ItemRange(container.number(), definition(), range))
            .toList();
    return address -> keys.stream().anyMatch(range -> range.contains(address));
  }

  private PartitionKeyDefinition definition() {
    return visibility.snapshot().definition().partitionKey();
  }

  private Lookup lookedUp(List<Item> items) {
    for (Item item : items) {
      pointsCentiRu += item == null ? 0 : Charges.read(item.sizeBytes());
    }
    return new Lookup(items, charge());
  }

  /** Items in the order of their last change. */
  public Page<Item> changes(FeedStart start, EpkRange range, ReadLimits limits) {
    requireOpen.run();
    return scanned(parts.feed().latest(container, visibility, start, range, meter(limits)));
  }

  /** All versions and deletes, where the definition asks for them. */
  public Page<ChangeFeed.Version> allVersions(FeedStart start, EpkRange range, ReadLimits limits) {
    requireOpen.run();
    return scanned(parts.feed().allVersions(container, visibility, start, range, meter(limits)));
  }

  /** Expiry events at the deadline, where the definition asks for them. */
  public Page<ChangeFeed.Expiry> expiries(FeedStart start, ReadLimits limits) {
    requireOpen.run();
    return scanned(parts.feed().expiries(container, visibility, start, meter(limits)));
  }

  private PageMeter meter(ReadLimits limits) {
    return new PageMeter(limits, this::isTimeUp);
  }

  private <T> Page<T> scanned(Page<T> page) {
    scannedCentiRu += page.chargeCentiRu();
    return page.at(charge());
  }

  /** Books what has not been booked; returns how much that was. */
  private long charge() {
    long price = Math.max(this.price.applyAsLong(scannedCentiRu), pointsCentiRu);
    long due = Math.max(0, price - chargedCentiRu);
    container.budget().charge(due);
    chargedCentiRu += due;
    return due;
  }

  /** What the whole read costs, the base included; all of it is booked, even without any step. */
  public long chargeCentiRu() {
    charge();
    return chargedCentiRu;
  }

  /**
   * Begins once more, for the same answer, at the same instant: what was read is given up, and what
   * was booked for it counts.
   */
  public Reading again(long nanos) {
    scannedCentiRu = 0;
    pointsCentiRu = 0;
    untilNanos = nanos;
    return this;
  }

  /** Moves the end of the time that the following steps have. */
  public void extendTo(long nanos) {
    untilNanos = nanos;
  }

  public boolean isTimeUp() {
    return System.nanoTime() - untilNanos >= 0;
  }

  /** Whether there is a throughput limit, which should then be checked regularly. */
  public boolean hasThroughput() {
    return !container.budget().isUnlimited();
  }

  /** Whether the throughput is spent: a read that can be continued should end here. */
  public boolean isThroughputSpent() {
    return container.budget().isSpent();
  }
}
