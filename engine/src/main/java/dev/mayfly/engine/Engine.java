package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.background.Activity;
import dev.mayfly.engine.background.Background;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.ReplicatedClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.Timekeeper;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.count.Forecast;
import dev.mayfly.engine.count.LiveCounts;
import dev.mayfly.engine.deadrange.DeadRanges;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.ChangeFeed;
import dev.mayfly.engine.feed.Operations;
import dev.mayfly.engine.item.Etag;
import dev.mayfly.engine.item.Receipts;
import dev.mayfly.engine.operation.CommittedRows;
import dev.mayfly.engine.operation.ItemTransaction;
import dev.mayfly.engine.operation.Items;
import dev.mayfly.engine.operation.SnapshotViews;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.registry.Catalog;
import dev.mayfly.engine.registry.PolicyGuard;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Storage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.bson.BsonDocument;

/** A store: databases, containers, items, and their end. Thread safe. */
public final class Engine implements AutoCloseable {
  private final Storage storage;
  private final EngineOptions options;
  private final Timekeeper timekeeper;
  private final Catalog catalog;
  private final PolicyGuard guard;
  private final Background background;
  private final BackgroundWork backgroundWork;
  private final Container.Parts parts;
  private final Receipts receipts;
  private final Operations operations;
  private final WriteLocks locks = new WriteLocks();
  private final CommittedRows committed;
  private final long incarnation;
  private final FollowedRows followed;
  private volatile boolean closed;

  /**
   * @param follows null, or the clock of a store that another node leads
   */
  private Engine(
      Storage storage,
      Supplier<Timekeeper> timekeeping,
      EngineOptions options,
      ReplicatedClock follows) {
    this.storage = requireNonNull(storage, "storage");
    this.options = requireNonNull(options, "options");
    StoreIdentity.requireReadable(storage);
    this.timekeeper = timekeeping.get();
    Counts counts = new Counts(storage);
    DeadRanges deadRanges = new DeadRanges(options.deadRangeRows(), storage.keptRows());
    Committer committer =
        new Committer(storage, timekeeper, counts, deadRanges, options.operationLog());
    StoreIdentity identity =
        follows == null ? StoreIdentity.establish(storage, committer) : StoreIdentity.of(storage);
    this.incarnation = identity.incarnation();
    this.catalog = new Catalog(storage, committer, counts, locks, options.catalog());
    LiveCounts liveCounts = new LiveCounts(storage, counts);
    Forecast forecast = new Forecast(counts);
    this.guard = new ExpiredShareGuard(forecast, liveCounts, options.guardPercent());
    Activity activity = new Activity();
    this.committed = new CommittedRows(storage, timekeeper, deadRanges);
    Items items = new Items(committed, counts, liveCounts, locks, incarnation, this::holdPurge);
    this.receipts = new Receipts(storage, committer);
    this.background =
        new Background(
            storage, committer, catalog, counts, timekeeper, options.realTime(), activity);
    this.backgroundWork = new BackgroundWork(background);
    this.parts =
        new Container.Parts(
            storage,
            committer,
            catalog,
            items,
            new ChangeFeed(storage, committed, incarnation),
            liveCounts,
            forecast,
            timekeeper,
            activity,
            background,
            backgroundWork.derivedBuilds(),
            () -> closed);
    this.operations = new Operations(storage, committer, incarnation);
    this.followed =
        follows == null
            ? null
            : new FollowedRows(storage, follows, committer, catalog.followed(), counts, deadRanges);
    if (follows != null) {
      return;
    }
    if (options.operationLog().always()) {
      operations.keep();
    }
    timekeeper.start();
    if (options.background()) {
      background.start();
    }
  }

  /** Opens a store on a storage that it closes when it is closed. */
  public static Engine open(Storage storage, TtlClock clock, EngineOptions options) {
    return open(storage, () -> Timekeeper.resume(clock, storage), options, null);
  }

  /**
   * Opens a store of which other nodes have copies, at the node that leads. Waits until the clock
   * has reached what the leader before may have shown.
   *
   * @throws EngineException CLOCK_BEHIND if this node's clock is too far behind to lead
   */
  public static Engine lead(Storage storage, TtlClock clock, EngineOptions options) {
    return open(storage, () -> Timekeeper.lead(clock, storage), options, null);
  }

  /**
   * Opens a store of which other nodes have copies, at a node that follows: it can only be read,
   * judges items at the second that the leader has committed, and keeps up with what is applied to
   * the storage.
   */
  public static Engine follow(Storage storage, EngineOptions options) {
    ReplicatedClock clock = new ReplicatedClock(options.realTime());
    FollowGate gate = new FollowGate();
    gate.hold();
    try {
      if (!storage.follow(gate)) {
        throw new EngineException(
            ErrorCode.NOT_SUPPORTED, "This storage has no leader that it could follow.");
      }
      Engine engine = open(storage, () -> Timekeeper.follow(clock, storage), options, clock);
      gate.pass(engine.followed);
      return engine;
    } finally {
      gate.open();
    }
  }

  private static Engine open(
      Storage storage,
      Supplier<Timekeeper> timekeeping,
      EngineOptions options,
      ReplicatedClock follows) {
    try {
      return new Engine(storage, timekeeping, options, follows);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
  }

  private void holdPurge(WriteTransaction transaction, OpenContainer container) {
    if (options.holdPurgeAfterImport() && !container.snapshot().state().purgeHeld()) {
      catalog.put(transaction, container, container.snapshot().state().withPurgeHeld(true));
    }
  }

  public Database createDatabase(String name) {
    return createDatabase(name, Throughput.NONE, new BsonDocument());
  }

  public Database createDatabase(String name, Throughput throughput, BsonDocument opaque) {
    requireOpen();
    return catalog.createDatabase(name, throughput, opaque);
  }

  public Database replaceDatabase(String name, Throughput throughput, BsonDocument opaque) {
    return replaceDatabase(name, throughput, opaque, null);
  }

  /** As above, if the database still has that etag; PRECONDITION_FAILED otherwise. */
  public Database replaceDatabase(
      String name, Throughput throughput, BsonDocument opaque, Etag ifMatch) {
    requireOpen();
    return catalog.replaceDatabase(name, throughput, opaque, lsn(ifMatch));
  }

  /** Names what a database is defined to be; changes with every change of it. */
  public Etag etag(Database database) {
    return new Etag(incarnation, database.lsn());
  }

  /** Names what a container is defined to be; changes with every change of the definition. */
  public Etag etag(ContainerState container) {
    return new Etag(incarnation, container.lsn());
  }

  private long lsn(Etag ifMatch) {
    if (ifMatch == null) {
      return Catalog.ANY_LSN;
    }
    // Nothing was ever changed by LSN 0.
    return ifMatch.incarnation() == incarnation ? ifMatch.lsn() : 0;
  }

  public Database database(String name) {
    requireOpen();
    return catalog.database(name);
  }

  public List<Database> databases() {
    requireOpen();
    return catalog.databases();
  }

  public void deleteDatabase(String name) {
    deleteDatabase(name, null);
  }

  /** As above, if the database still has that etag; PRECONDITION_FAILED otherwise. */
  public void deleteDatabase(String name, Etag ifMatch) {
    requireOpen();
    catalog.deleteDatabase(name, lsn(ifMatch));
  }

  public Container createContainer(String database, ContainerDefinition definition) {
    requireOpen();
    return open(catalog.createContainer(database, definition));
  }

  public Container container(String database, String name) {
    requireOpen();
    return open(catalog.container(database, name));
  }

  public List<Container> containers(String database) {
    requireOpen();
    List<Container> containers = new ArrayList<>();
    for (OpenContainer container : catalog.containers(database)) {
      containers.add(open(container));
    }
    return containers;
  }

  private Container open(OpenContainer container) {
    return new Container(parts, container);
  }

  /** Changes a container's definition; refused if it would expire more than the guard allows. */
  public Container replaceContainer(String database, ContainerDefinition definition) {
    return replaceContainer(database, definition, null);
  }

  /** As above, if the container still has that etag; PRECONDITION_FAILED otherwise. */
  public Container replaceContainer(String database, ContainerDefinition definition, Etag ifMatch) {
    requireOpen();
    return replaceContainer(database, definition, guard, ifMatch);
  }

  /** Changes a container's definition whatever it expires. */
  public Container forceReplaceContainer(String database, ContainerDefinition definition) {
    return forceReplaceContainer(database, definition, null);
  }

  /** As above, if the container still has that etag; PRECONDITION_FAILED otherwise. */
  public Container forceReplaceContainer(
      String database, ContainerDefinition definition, Etag ifMatch) {
    requireOpen();
    return replaceContainer(database, definition, PolicyGuard.NONE, ifMatch);
  }

  private Container replaceContainer(
      String database, ContainerDefinition definition, PolicyGuard guard, Etag ifMatch) {
    OpenContainer container = catalog.replaceContainer(database, definition, guard, lsn(ifMatch));
    background.wakeUp();
    return open(container);
  }

  /**
   * Gives a container another name, perhaps in another database, in one commit. Open handles remain
   * valid.
   *
   * @param dropTarget whether a container of that name is dropped; ALREADY_EXISTS otherwise
   */
  public Container renameContainer(
      String fromDatabase, String from, String toDatabase, String to, boolean dropTarget) {
    requireOpen();
    return open(catalog.renameContainer(fromDatabase, from, toDatabase, to, dropTarget));
  }

  public void deleteContainer(String database, String name) {
    deleteContainer(database, name, null);
  }

  /** As above, if the container still has that etag; PRECONDITION_FAILED otherwise. */
  public void deleteContainer(String database, String name, Etag ifMatch) {
    requireOpen();
    catalog.deleteContainer(database, name, lsn(ifMatch));
  }

  /**
   * Deletes all databases with everything in them, the receipts and the operation log, and starts
   * the clock again, also at an earlier time: as if the store were new, but LSNs and resource
   * numbers continue, so that what clients remember names nothing else. For tests; what is read or
   * written meanwhile may be lost or fail.
   *
   * @param clock the one that the store was opened with
   * @param kept databases that are made again, with their containers, which are empty
   */
  public void clear(MovableClock clock, long epochMilli, boolean frozen, Predicate<Database> kept) {
    requireOpen();
    if (clock != timekeeper.clock()) {
      throw new IllegalArgumentException("this is not the clock of the store");
    }
    List<Runnable> definitions = new ArrayList<>();
    for (Database database : catalog.databases()) {
      if (kept.test(database)) {
        definitions.add(definition(database));
      }
      catalog.deleteDatabase(database.name(), lsn(null));
    }
    receipts.sweep(any -> true);
    parts
        .committer()
        .execute(
            transaction -> {
              clock.restartAt(epochMilli, frozen);
              transaction.clockRestarted();
              transaction.nextLsn();
              transaction.operationLog().clear(transaction);
              return null;
            },
            CommitOptions.BACKGROUND.removing());
    definitions.forEach(Runnable::run);
    background.resume();
    background.wakeUp();
  }

  /** Makes a database and its containers as they are defined now. */
  private Runnable definition(Database database) {
    List<ContainerDefinition> containers =
        containers(database.name()).stream().map(Container::definition).toList();
    return () -> {
      createDatabase(database.name(), database.throughput(), database.opaque());
      containers.forEach(each -> createContainer(database.name(), each));
    };
  }

  /** A transaction over any containers; only where the storage can commit such. */
  public Transaction begin() {
    requireOpen();
    if (!storage.capabilities().contains(Capability.MULTI_PARTITION_COMMITS)) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED,
          "This storage cannot commit over several partitions: use a batch.");
    }
    return new Transaction(
        parts,
        new ItemTransaction(parts.items(), parts.committer(), committed, locks, catalog::pending));
  }

  /** All containers as of the last commit. */
  public StoreSnapshot snapshot() {
    requireOpen();
    if (followed != null) {
      synchronized (followed.moment()) {
        return new StoreSnapshot(
            parts, new SnapshotViews(storage.snapshot(), timekeeper), lastTime());
      }
    }
    AtomicReference<StoreSnapshot> taken = new AtomicReference<>();
    // On the committing thread the last commit is the one that the rows have.
    parts
        .committer()
        .execute(
            transaction -> {
              StoreSnapshot before =
                  taken.getAndSet(
                      new StoreSnapshot(
                          parts, new SnapshotViews(storage.snapshot(), timekeeper), lastTime()));
              if (before != null) {
                before.close();
              }
              return null;
            },
            CommitOptions.BACKGROUND.removing());
    return taken.get();
  }

  /** How many transactions are open. */
  public int openTransactions() {
    return locks.openCount();
  }

  /**
   * Completed when the transactions have ended that are open now and have used a container. A
   * change of the container before that makes them conflict.
   */
  public CompletableFuture<Void> transactionsOn(Container container) {
    return locks.usersOf(container.state().number());
  }

  /** The log of changes to containers that front ends follow. */
  public Operations operations() {
    return operations;
  }

  /** What writes have left behind for those who repeat them. */
  public Receipts receipts() {
    return receipts;
  }

  /** The purge and the rest of the background work. */
  public BackgroundWork background() {
    return backgroundWork;
  }

  public TtlClock clock() {
    return timekeeper.clock();
  }

  /**
   * The log time of the last write that was committed ({@link dev.mayfly.engine.clock.LogTime}):
   * whatever was acknowledged before is not after it.
   */
  public long lastTime() {
    return parts.committer().lastTime();
  }

  /** Writes that wait to be committed. */
  public int waitingWrites() {
    return storage.waiting();
  }

  /** Bytes on the medium, approximately. */
  public long sizeOnDiskBytes() {
    return storage.sizeOnDiskBytes();
  }

  /** The first damage of the medium that was met since the store was opened. */
  public Optional<String> damage() {
    return storage.damage();
  }

  /** Requests since the engine was opened. */
  public long requestsTotal() {
    return parts.activity().requestsTotal();
  }

  /**
   * Commits a row that says what it said before, as durably as any write: fails as a write would.
   */
  public void probe() {
    requireOpen();
    StoreIdentity.confirm(storage);
  }

  /** Copies the store as of now to a directory, from which one can restore. */
  public void backup(Path directory) {
    requireOpen();
    if (followed == null) {
      background.foldCounts();
    }
    storage.backup(directory);
  }

  private void requireOpen() {
    if (closed) {
      throw new EngineException(ErrorCode.CLOSED, "The engine is closed.");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      timekeeper.close();
      background.close();
      catalog.all().forEach(OpenContainer::wakeAll);
      parts.committer().operationLog().heads().wakeAll();
      storage.close();
    }
  }
}
