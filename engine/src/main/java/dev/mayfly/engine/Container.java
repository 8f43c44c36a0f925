package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Activity;
import dev.mayfly.engine.background.Background;
import dev.mayfly.engine.background.Backlog;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.AutomaticIndexes;
import dev.mayfly.engine.catalog.Catalog;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.catalog.OpenContainer;
import dev.mayfly.engine.catalog.PartitionCatalog;
import dev.mayfly.engine.catalog.WantedIndex;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.count.Tally;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexCount;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Items;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.ttl.TtlValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.LongUnaryOperator;

/**
 * A container: items in, items out, and what will become of them. Every request is admitted by the
 * container's budget first and charged after (TOO_MANY_REQUESTS when it is spent). Thread safe.
 */
public final class Container {
  private static final int READ_MANY_MAX = 10_000;

  private final Parts parts;
  private final OpenContainer container;
  private final ContainerIndexes indexes;

  /** What a container works with. */
  record Parts(
      Storage storage,
      Committer committer,
      Catalog catalog,
      Items items,
      ChangeFeed feed,
      LiveCounts liveCounts,
      Forecast forecast,
      Timekeeper timekeeper,
      Activity activity,
      Background background,
      BooleanSupplier closed) {}

  /**
   * What a point read found.
   *
   * @param item null if there is none
   */
  public record ReadOutcome(Item item, long chargeCentiRu) {}

  Container(Parts parts, OpenContainer container) {
    this.parts = requireNonNull(parts, "parts");
    this.container = requireNonNull(container, "container");
    this.indexes = new ContainerIndexes(parts, container);
  }

  OpenContainer opened() {
    requireOpen();
    return container;
  }

  public String database() {
    return container.databaseName();
  }

  public String name() {
    return definition().name();
  }

  public ContainerDefinition definition() {
    return container.face().definition();
  }

  /** The definition and what became of it, the TTL policy with its marks included. */
  public ContainerState state() {
    return container.face().state();
  }

  /** Of the store: another one after a restore. */
  public long incarnation() {
    return parts.items().incarnation();
  }

  /** The number of the last commit that changed the container, as far as it is known. */
  public long lastLsn() {
    return container.lastLsn();
  }

  /** True when every date TTL has taken force. */
  public boolean dateTtlsReady() {
    return state().dateSources().stream().allMatch(DateSource::ready);
  }

  /** The indexes, those included that could not be built. */
  public List<IndexStatus> indexes() {
    return indexes.list();
  }

  /**
   * Completed when an index is ready; exceptionally when it could not be built, with the reason
   * (then the definition has gone back to what it was), when it was dropped, or when there is none.
   */
  public CompletableFuture<Void> awaitIndex(String name) {
    requireOpen();
    return indexes.await(name);
  }

  /**
   * Asks for an index over a path, as the first query that filters or sorts by it does. It is built
   * in the background; to ask costs no write. An index that nobody asks for or reads goes again.
   * Arrays are values in it, and what is missing stands before null.
   */
  public WantedIndex wantIndex(FieldPath path) {
    return wantIndex(List.of(new PathIndex.Part(path, false)), PathIndex.Arrays.WHOLE);
  }

  /** As {@link #wantIndex(FieldPath)}, over several paths or another way to read arrays. */
  public WantedIndex wantIndex(List<PathIndex.Part> paths, PathIndex.Arrays arrays) {
    requireOpen();
    return indexes.want(AutomaticIndexes.over(paths, arrays));
  }

  /** The index that {@link #wantIndex} would tell of if it can be read now; null if not. */
  public PathIndex readyIndex(List<PathIndex.Part> paths, PathIndex.Arrays arrays) {
    requireOpen();
    return indexes.ready(AutomaticIndexes.over(paths, arrays));
  }

  /** The item, or null. */
  public Item read(ItemKey key) {
    return readCharged(key).item();
  }

  public ReadOutcome readCharged(ItemKey key) {
    admit();
    Item item = parts.items().read(container, key);
    long charge = Items.readCharge(item);
    container.budget().charge(charge);
    return new ReadOutcome(item, charge);
  }

  /** The items of those keys that exist, as of one moment. */
  public Page<Item> readMany(List<ItemKey> keys) {
    if (keys.size() > READ_MANY_MAX) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "At most " + READ_MANY_MAX + " items are read at once, not " + keys.size() + ".");
    }
    return beginFeed(System.nanoTime()).readMany(keys);
  }

  /** A page of the items of a range, in key order; a null continuation starts. */
  public Page<Item> scan(EpkRange range, byte[] continuation, ReadLimits limits) {
    return beginQuery(System.nanoTime()).scan(range, continuation, limits);
  }

  /**
   * Begins a read of any number of steps that is charged as one page of a query.
   *
   * @param untilNanos the moment of {@link System#nanoTime} until which a step may pass rows that
   *     deliver nothing; the limits of the step say how often it looks
   */
  public Reading beginQuery(long untilNanos) {
    return begin(Charges::queryPage, untilNanos);
  }

  /** As {@link #beginQuery}, charged as one page of a feed. */
  public Reading beginFeed(long untilNanos) {
    return begin(Charges::feedPage, untilNanos);
  }

  /** As {@link #beginQuery}, for what an answer needs that is not the user's business. */
  public Reading beginUncharged(long untilNanos) {
    return begin(reads -> 0, untilNanos);
  }

  private Reading begin(LongUnaryOperator price, long untilNanos) {
    admit();
    return new Reading(parts, container, this::requireOpen, price, untilNanos);
  }

  /** A continuation with which a scan goes on after an item that it delivered. */
  public byte[] continuationAfter(Item item) {
    return Items.continuationAfter(container, item);
  }

  /** As {@link Reading#scanIndex}, by itself. */
  public Page<IndexEntry> scanIndex(IndexQuery query, byte[] continuation, ReadLimits limits) {
    return beginQuery(System.nanoTime()).scanIndex(query, continuation, limits);
  }

  /** As {@link Reading#countIndex}, by itself. */
  public IndexCount countIndex(IndexQuery query, byte[] continuation, ReadLimits limits) {
    return beginQuery(System.nanoTime()).countIndex(query, continuation, limits);
  }

  public WriteOutcome write(WriteRequest request) {
    admit();
    try {
      WriteOutcome outcome = parts.items().write(container, request);
      container.budget().charge(outcome.chargeCentiRu());
      return outcome;
    } catch (EngineException e) {
      chargeRefused();
      throw e;
    }
  }

  public WriteOutcome create(ItemKey key, byte[] body) {
    return write(WriteRequest.create(key, body));
  }

  public WriteOutcome upsert(ItemKey key, byte[] body) {
    return write(WriteRequest.upsert(key, body));
  }

  public WriteOutcome replace(ItemKey key, byte[] body) {
    return write(WriteRequest.replace(key, body));
  }

  public WriteOutcome delete(ItemKey key) {
    return write(WriteRequest.delete(key));
  }

  /**
   * Hands a write over and returns at once. What can be refused before its turn comes is thrown
   * here; everything else is told to the completion, on the committing thread.
   */
  public void submit(WriteRequest request, Completion<WriteOutcome> completion) {
    admit();
    chargingRefusal(() -> parts.items().submit(container, request, charging(completion)));
  }

  /**
   * As {@link #submit}, for a caller that has no more to submit just now: where a commit waits for
   * no disk, it may be done, and the completion told, on this thread before this returns.
   */
  public void submitAlone(WriteRequest request, Completion<WriteOutcome> completion) {
    admit();
    chargingRefusal(() -> parts.items().submitAlone(container, request, charging(completion)));
  }

  /** Books a write that was refused before it came to be one. */
  public void chargeRefused() {
    container.budget().charge(Charges.rejectedWrite());
  }

  private void chargingRefusal(Runnable submission) {
    try {
      submission.run();
    } catch (EngineException e) {
      chargeRefused();
      throw e;
    }
  }

  private Completion<WriteOutcome> charging(Completion<WriteOutcome> completion) {
    return (outcome, failure) -> {
      container
          .budget()
          .charge(failure == null ? outcome.chargeCentiRu() : Charges.rejectedWrite());
      completion.complete(outcome, failure);
    };
  }

  public CompletableFuture<WriteOutcome> submit(WriteRequest request) {
    CompletableFuture<WriteOutcome> future = new CompletableFuture<>();
    submit(
        request,
        (outcome, failure) -> {
          if (failure == null) {
            future.complete(outcome);
          } else {
            future.completeExceptionally(failure);
          }
        });
    return future;
  }

  /**
   * All requests in one commit, or none: they must be of one logical partition. A failure is a
   * {@link dev.mayfly.engine.item.BatchRejectedException} that tells the outcome of each.
   */
  public List<WriteOutcome> batch(List<WriteRequest> requests) {
    admit();
    try {
      List<WriteOutcome> outcomes = parts.items().batch(container, requests);
      container.budget().charge(charge(outcomes));
      return outcomes;
    } catch (EngineException e) {
      chargeRefused();
      throw e;
    }
  }

  public void submitBatch(List<WriteRequest> requests, Completion<List<WriteOutcome>> completion) {
    admit();
    Completion<List<WriteOutcome>> charging =
        (outcomes, failure) -> {
          container.budget().charge(failure == null ? charge(outcomes) : Charges.rejectedWrite());
          completion.complete(outcomes, failure);
        };
    chargingRefusal(() -> parts.items().submitBatch(container, requests, charging));
  }

  private static long charge(List<WriteOutcome> outcomes) {
    long charge = 0;
    for (WriteOutcome outcome : outcomes) {
      charge += outcome.chargeCentiRu();
    }
    return charge;
  }

  /** Deletes all items of a logical partition: gone at once, removed in the background. */
  public void deletePartition(PartitionKey key) {
    admit();
    byte[] partition = Items.partition(container, key);
    parts
        .committer()
        .executeAlone(
            transaction -> {
              requireOpen();
              DeletedPartition deleted =
                  new DeletedPartition(partition, transaction.nextLsn(), transaction.nowSecond());
              PartitionCatalog.delete(transaction, container, deleted);
              return null;
            });
    container.budget().charge(Charges.rejectedWrite());
    parts.background().wakeUp();
  }

  /** Items in the order of their last change. */
  public Page<Item> changes(FeedStart start, EpkRange range, ReadLimits limits) {
    return beginFeed(System.nanoTime()).changes(start, range, limits);
  }

  /**
   * Completed when something changes after where a page of a feed ended, or when nothing will: the
   * container was deleted or the engine closed.
   */
  public CompletableFuture<Void> awaitChange(byte[] continuation) {
    requireOpen();
    CompletableFuture<Void> change = parts.feed().awaitChange(container, continuation);
    if (parts.closed().getAsBoolean()) {
      change.complete(null);
    }
    return change;
  }

  /** All versions and deletes, where the definition asks for them. */
  public Page<ChangeFeed.Version> allVersions(FeedStart start, EpkRange range, ReadLimits limits) {
    return beginFeed(System.nanoTime()).allVersions(start, range, limits);
  }

  /** Expiry events at the deadline, where the definition asks for them. */
  public Page<ChangeFeed.Expiry> expiries(FeedStart start, ReadLimits limits) {
    return beginFeed(System.nanoTime()).expiries(start, limits);
  }

  /** Items and bytes that are alive at this second. */
  public Tally live() {
    requireOpen();
    long now = parts.timekeeper().nowBeforeSnapshot();
    return parts.liveCounts().live(container.face(), now);
  }

  /** How many items are alive at this second, as a request that is charged like an empty query. */
  public long count() {
    admit();
    long items = live().items();
    container.budget().charge(Charges.queryPage(0));
    return items;
  }

  /** Items and bytes that are dead and not purged. */
  public Tally backlog() {
    requireOpen();
    long now = parts.timekeeper().nowBeforeSnapshot();
    return parts.liveCounts().dead(container.face(), now);
  }

  /** Seconds since the oldest deadline of an item that is not purged; 0 if there is none. */
  public long backlogAgeSeconds() {
    requireOpen();
    long now = parts.timekeeper().nowSecond();
    long oldest = Backlog.oldestDeadline(parts.storage(), container.face(), now);
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, now - oldest);
  }

  /** What expires in so many intervals of so many seconds from now on (G2). */
  public List<Forecast.Interval> forecast(long intervalSeconds, int intervals) {
    requireOpen();
    long now = parts.timekeeper().nowSecond();
    return parts.forecast().intervals(container.face(), now, intervalSeconds, intervals);
  }

  /** How much another default would expire at once (G2): null = off, -1 = no default. */
  public Tally dryRun(Integer defaultTtl) {
    requireOpen();
    TtlValue.checkDefault(defaultTtl);
    long now = parts.timekeeper().nowSecond();
    Face face = container.face();
    return parts
        .forecast()
        .wouldExpire(face, face.policy().withDefault(defaultTtl, now, Long.MAX_VALUE), now);
  }

  /** Purged items since the engine was opened. */
  public long purgedItemsTotal() {
    return container.purgedItems().sum();
  }

  public long purgeChargeTotalCentiRu() {
    return container.budget().purgeTotalCentiRu();
  }

  public long consumedTotalCentiRu() {
    return container.budget().consumedTotalCentiRu();
  }

  public long throttledTotal() {
    return container.budget().throttledTotal();
  }

  /** Purges at most so many items now, if the purge may. */
  public int purgeNow(int itemsMax) {
    requireOpen();
    return parts.background().purgeNow(container, itemsMax);
  }

  /** Builds indexes over at most so many items now; true if there is more to do. */
  public boolean buildNow(int itemsMax) {
    requireOpen();
    return parts.background().buildNow(container, itemsMax);
  }

  private void admit() {
    requireOpen();
    parts.activity().request();
    container.budget().admit();
  }

  private void requireOpen() {
    if (parts.closed().getAsBoolean()) {
      throw new EngineException(ErrorCode.CLOSED, "The engine is closed.");
    }
    if (container.isDropped()) {
      throw new EngineException(
          ErrorCode.CONTAINER_NOT_FOUND,
          "The container '" + container.face().definition().name() + "' was deleted.");
    }
  }
}
