package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Activity;
import dev.mayfly.engine.background.Background;
import dev.mayfly.engine.bson.FieldPath;
import dev.mayfly.engine.catalog.BuildProgress;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.IndexRequest;
import dev.mayfly.engine.catalog.IndexStatus;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.count.LiveCounts;
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
import dev.mayfly.engine.item.SubmitMode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.operation.ItemTransaction;
import dev.mayfly.engine.operation.Items;
import dev.mayfly.engine.operation.SnapshotViews;
import dev.mayfly.engine.operation.ViewSource;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.ru.Charges;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Storage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
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
  private final ContainerWrites writes;

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
      DerivedBuilds derivedBuilds,
      BooleanSupplier closed) {
    /** The same for reads of a transaction or a snapshot. */
    Parts in(ViewSource source) {
      return new Parts(
          storage,
          committer,
          catalog,
          items.in(source),
          new ChangeFeed(storage, source, items.incarnation()),
          liveCounts,
          forecast,
          timekeeper,
          activity,
          background,
          derivedBuilds,
          closed);
    }
  }

  /**
   * What a point read found.
   *
   * @param item null if there is none
   */
  public record ReadOutcome(Item item, long chargeCentiRu) {}

  Container(Parts parts, OpenContainer container) {
    this(parts, container, new CommittedWrites(parts, container));
  }

  private Container(Parts parts, OpenContainer container, ContainerWrites writes) {
    this.parts = requireNonNull(parts, "parts");
    this.container = requireNonNull(container, "container");
    this.indexes = new ContainerIndexes(parts, container);
    this.writes = requireNonNull(writes, "writes");
  }

  /** The same container as a transaction sees it, which its writes are part of. */
  static Container in(ItemTransaction transaction, Parts parts, OpenContainer container) {
    return new Container(
        parts.in(transaction.views()), container, new TransactionWrites(transaction, container));
  }

  /** The same container as of a snapshot, which can only be read. */
  static Container in(SnapshotViews snapshot, Parts parts, OpenContainer container) {
    return new Container(parts.in(snapshot), container, new ReadOnlyWrites());
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
    return container.snapshot().definition();
  }

  /** The definition and what became of it, the TTL policy with its marks included. */
  public ContainerState state() {
    return container.snapshot().state();
  }

  /** The ranges that the effective partition keys of its items are divided into. */
  public PartitionKeyRanges ranges() {
    return state().ranges();
  }

  /**
   * Replaces a range by its two halves. Only the container's definition is written, whatever the
   * range holds, and continuations of the range continue in both halves.
   *
   * @throws EngineException RANGE_NOT_FOUND if there is none with that id, BAD_REQUEST if it can't
   *     be split
   */
  public PartitionKeyRanges splitRange(int id) {
    requireOpen();
    return parts
        .committer()
        .execute(
            transaction -> {
              requireOpen();
              ContainerState state = state();
              PartitionKeyRanges ranges =
                  state.ranges().split(state.definition().partitionKey(), id);
              parts.catalog().put(transaction, container, state.withRanges(ranges));
              return ranges;
            },
            CommitOptions.EXCLUSIVE);
  }

  /** Of the store: another one after a restore. */
  public long incarnation() {
    return parts.items().incarnation();
  }

  /** The number of the last commit that changed the container, as far as it is known. */
  public long lastLsn() {
    return container.lastLsn();
  }

  /** The number of a commit, of this or another container, up to which nothing is missing here. */
  public long reachedLsn() {
    return Math.max(container.lastLsn(), parts.committer().lastLsn());
  }

  /** Whether another node leads: what is not here may still come. */
  public boolean isFollowing() {
    return parts.timekeeper().isFollowing();
  }

  /** True when every date TTL has taken force. */
  public boolean dateTtlsReady() {
    return state().dateSources().stream().allMatch(DateSource::ready);
  }

  /** The indexes, those included that could not be built. */
  public List<IndexStatus> indexes() {
    return indexes.list();
  }

  /** The builds of indexes, graphs and date TTLs that are running: how far they have come. */
  public List<BuildProgress> builds() {
    requireOpen();
    return RunningBuilds.of(this, parts, container);
  }

  /** Completed when an index is ready; exceptionally, with the reason, when there will be none. */
  public CompletableFuture<Void> awaitIndex(String name) {
    requireOpen();
    return indexes.await(name);
  }

  /**
   * Asks for an index over a path, as the first query that filters or sorts by it does. It is built
   * in the background; to ask costs no write. An index that no query requests or reads is dropped.
   * Arrays are values in it, and what is missing stands before null.
   */
  public IndexRequest requestIndex(FieldPath path) {
    return requestIndex(List.of(new PathIndex.Part(path, false)), PathIndex.Arrays.WHOLE);
  }

  /** As {@link #requestIndex(FieldPath)}, over several paths or another way to read arrays. */
  public IndexRequest requestIndex(List<PathIndex.Part> paths, PathIndex.Arrays arrays) {
    return requestIndex(PathIndex.automatic(paths, arrays));
  }

  /** As {@link #requestIndex(FieldPath)}, of an automatic index. */
  public IndexRequest requestIndex(PathIndex automatic) {
    requireOpen();
    return indexes.request(automatic);
  }

  /** The index that {@link #requestIndex} would return if it can be read now; null if not. */
  public PathIndex readyIndex(PathIndex automatic) {
    requireOpen();
    return indexes.ready(automatic);
  }

  /**
   * How much a date TTL would expire at once (G2). Looks at all items; {@link ContainerMetrics} has
   * the dry run of a default, which does not.
   */
  public Tally dryRun(DateTtl date) {
    requireOpen();
    return DateDryRun.of(this, date, parts.timekeeper().nowSecond());
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
   *     deliver nothing; the limits of the step say how often it is checked
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

  /** A continuation with which a scan resumes after an item that it delivered. */
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
    return writes.write(request);
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
   * All requests in one commit, or none: they must be of one logical partition. A failure is a
   * {@link dev.mayfly.engine.item.BatchRejectedException} with the outcome of each.
   */
  public List<WriteOutcome> batch(List<WriteRequest> requests) {
    admit();
    return writes.batch(requests);
  }

  /**
   * All requests in one commit, or none, as {@link #batch}, of any logical partitions: for imports.
   *
   * @throws EngineException NOT_SUPPORTED where the storage cannot commit over several partitions
   */
  public List<WriteOutcome> bring(List<WriteRequest> requests) {
    admit();
    if (!parts.storage().capabilities().contains(Capability.MULTI_PARTITION_COMMITS)) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED, "This storage cannot commit over several partitions.");
    }
    return new CommittedWrites(parts, container).bring(requests);
  }

  /**
   * Hands a write over and returns at once. What can be refused before it is decided is thrown
   * here; the completion gets every other outcome, on the committing thread.
   */
  public void submit(
      WriteRequest request, SubmitMode mode, BiConsumer<WriteOutcome, Throwable> completion) {
    admit();
    writes.submit(request, mode, completion);
  }

  public void submit(WriteRequest request, BiConsumer<WriteOutcome, Throwable> completion) {
    submit(request, SubmitMode.GROUPED, completion);
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

  /** As {@link #batch}, handed over. */
  public void submit(
      List<WriteRequest> requests, BiConsumer<List<WriteOutcome>, Throwable> completion) {
    admit();
    writes.submit(requests, completion);
  }

  /** Books a write that was refused before it came to be one. */
  public void chargeRefused() {
    container.budget().charge(Charges.rejectedWrite());
  }

  /** Deletes all items of a logical partition: gone at once, removed in the background. */
  public void deletePartition(PartitionKey key) {
    admit();
    PartitionDeletion.commit(parts.committer(), container, key, this::requireOpen);
    container.budget().charge(Charges.rejectedWrite());
    parts.background().wakeUp();
  }

  /** Items in the order of their last change. */
  public Page<Item> changes(FeedStart start, EpkRange range, ReadLimits limits) {
    return beginFeed(System.nanoTime()).changes(start, range, limits);
  }

  /** Completed when something changes after where a page of a feed ended, or nothing ever will. */
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
    return parts.liveCounts().live(container.snapshot(), now);
  }

  /**
   * Whether this is the container as a transaction or a snapshot sees it: then {@link #count} is
   * not.
   */
  public boolean isView() {
    return !(writes instanceof CommittedWrites);
  }

  /** How many items are alive at this second, as a request that is charged like an empty query. */
  public long count() {
    admit();
    long items = live().items();
    container.budget().charge(Charges.queryPage(0));
    return items;
  }

  /** What became of the container's items and request units, for operators. */
  public ContainerMetrics metrics() {
    return new ContainerMetrics(parts, container, this::requireOpen);
  }

  /** Background work of the container, done by the caller. */
  public ContainerMaintenance maintenance() {
    return new ContainerMaintenance(parts.background(), container, this::requireOpen);
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
          "The container '" + container.snapshot().definition().name() + "' was deleted.");
    }
  }
}
