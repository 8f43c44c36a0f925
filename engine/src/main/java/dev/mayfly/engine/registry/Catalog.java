package dev.mayfly.engine.registry;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.CatalogLimits;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.IndexSources;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.commit.CommitOptions;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.Counts;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.InstantCap;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.WorkSchedule;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.ru.Budget;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;

/** All databases and containers. Changes are separate writes; lookups read memory only. */
public final class Catalog {
  /** Stands for a change of whatever is there. */
  public static final long ANY_LSN = -1;

  private final Committer committer;
  private final Counts counts;
  private final RealTime realTime;
  private final ItemFilters filters;
  private final CatalogLimits limits;
  private final int partitionsPerContainer;
  private final WorkSchedule schedule = new WorkSchedule();
  private final OpenNames names = new OpenNames();
  private final Map<Integer, Budget> sharedBudgets = new ConcurrentHashMap<>();

  private final WriteLocks locks;

  public Catalog(
      Storage storage,
      Committer committer,
      Counts counts,
      WriteLocks locks,
      CatalogOptions options) {
    this.locks = requireNonNull(locks, "locks");
    this.committer = requireNonNull(committer, "committer");
    this.counts = requireNonNull(counts, "counts");
    this.realTime = options.realTime();
    this.filters = options.filters();
    this.limits = options.limits();
    this.partitionsPerContainer = options.partitionsPerContainer();
    load(storage);
  }

  private void load(Storage storage) {
    try (ReadView view = storage.snapshot()) {
      try (RowCursor rows =
          view.cursor(Table.META, MetaKeys.DATABASES, Bytes.after(MetaKeys.DATABASES))) {
        while (rows.next()) {
          add(CatalogCodec.decodeDatabase(MetaKeys.number(rows.key()), rows.value()));
        }
      }
      Map<Integer, List<DeletedPartition>> deleted = PartitionCatalog.load(view);
      Map<Integer, OpenIndexes> indexes = IndexRegistry.load(view);
      try (RowCursor rows =
          view.cursor(Table.META, MetaKeys.CONTAINERS, Bytes.after(MetaKeys.CONTAINERS))) {
        while (rows.next()) {
          int number = MetaKeys.number(rows.key());
          ContainerState state = CatalogCodec.decodeContainer(number, rows.value());
          add(
              new ContainerSnapshot(
                  state,
                  deleted.getOrDefault(number, List.of()),
                  null,
                  filters,
                  indexes.getOrDefault(number, OpenIndexes.NONE)),
              committer.upcomingLsn() - 1);
        }
      }
    }
    Set<Integer> numbers = all().stream().map(OpenContainer::number).collect(toSet());
    counts.retain(numbers::contains);
  }

  ItemFilters filters() {
    return filters;
  }

  /** Keeps the catalog of a node that follows up with what its leader decides. */
  public FollowedCatalog followed() {
    return new FollowedCatalog(this, names);
  }

  void removed(Database database) {
    names.removeDatabase(database.name());
    sharedBudgets.remove(database.number());
  }

  void removed(OpenContainer container) {
    names.remove(container.snapshot().state());
    counts.forget(container.number());
    container.drop();
  }

  void add(Database database) {
    names.put(database);
    sharedBudgets
        .computeIfAbsent(database.number(), number -> Budget.unlimited(realTime))
        .change(database.throughput());
  }

  void add(ContainerSnapshot snapshot, long lastLsn) {
    ContainerState state = snapshot.state();
    String databaseName = names.databaseName(state.database());
    OpenContainer container =
        new OpenContainer(snapshot, budget(state), lastLsn, databaseName, schedule);
    names.put(state.database(), state.definition().name(), container);
    container.workAt(Long.MIN_VALUE);
  }

  private Budget budget(ContainerState state) {
    Throughput throughput = state.definition().throughput();
    return throughput.kind() == Throughput.Kind.SHARED
        ? sharedBudgets.get(state.database())
        : Budget.of(realTime, throughput);
  }

  public Database database(String name) {
    return names.database(name);
  }

  public List<Database> databases() {
    return names.databases();
  }

  public Database createDatabase(String name, Throughput throughput, BsonDocument opaque) {
    return committer.execute(
        transaction -> {
          if (names.hasDatabase(name)) {
            throw new EngineException(
                ErrorCode.ALREADY_EXISTS, "A database named '" + name + "' exists already.");
          }
          return createDatabase(transaction, name, throughput, opaque);
        },
        CommitOptions.EXCLUSIVE);
  }

  private Database createDatabase(
      WriteTransaction transaction, String name, Throughput throughput, BsonDocument opaque) {
    limits.requireDatabase(names.databaseCount(), names.containerCount());
    long now = transaction.nowSecond();
    return put(
        transaction,
        new Database(
            nextNumber(transaction), name, throughput, now, transaction.nextLsn(), opaque));
  }

  /** The number of a database, which is made if there is none. */
  int ensureDatabase(WriteTransaction transaction, String name) {
    return names.hasDatabase(name)
        ? database(name).number()
        : createDatabase(transaction, name, Throughput.NONE, new BsonDocument()).number();
  }

  /**
   * Changes a database's throughput and opaque part.
   *
   * @param ifLsn of the database's last change, or {@link #ANY_LSN}
   */
  public Database replaceDatabase(
      String name, Throughput throughput, BsonDocument opaque, long ifLsn) {
    return committer.execute(
        transaction -> {
          Database before = database(name);
          requireLsn(ifLsn, before.lsn());
          if (!throughput.isLimited()
              && containers(name).stream().anyMatch(Catalog::sharesThroughput)) {
            throw new EngineException(
                ErrorCode.BAD_REQUEST, "Containers share this database's throughput.");
          }
          long now = transaction.nowSecond();
          return put(
              transaction,
              new Database(before.number(), name, throughput, now, transaction.nextLsn(), opaque));
        },
        CommitOptions.EXCLUSIVE);
  }

  private static boolean sharesThroughput(OpenContainer container) {
    return container.snapshot().definition().throughput().kind() == Throughput.Kind.SHARED;
  }

  private Database put(WriteTransaction transaction, Database database) {
    transaction.put(
        Table.META, MetaKeys.database(database.number()), CatalogCodec.encode(database));
    transaction.afterCommit(() -> add(database));
    return database;
  }

  private static void requireLsn(long expected, long lsn) {
    if (expected != ANY_LSN && expected != lsn) {
      throw new EngineException(
          ErrorCode.PRECONDITION_FAILED, "It has been changed since: read it again.");
    }
  }

  /** Deletes a database and its containers in one commit. */
  public void deleteDatabase(String name, long ifLsn) {
    committer.execute(counts.fold(), CommitOptions.EXCLUSIVE.removing());
    committer.execute(
        transaction -> {
          Database database = database(name);
          requireLsn(ifLsn, database.lsn());
          for (OpenContainer container : containers(name)) {
            DefinitionLog.dropped(transaction, container);
            drop(transaction, container);
          }
          transaction.operationLog().databaseDropped(transaction, name);
          transaction.delete(Table.META, MetaKeys.database(database.number()));
          transaction.afterCommit(() -> removed(database));
          return null;
        },
        CommitOptions.EXCLUSIVE.removing());
  }

  public OpenContainer container(String databaseName, String name) {
    return names.container(databaseName, name);
  }

  public List<OpenContainer> containers(String databaseName) {
    return names.containers(databaseName);
  }

  /** Every container of every database, in no order. */
  public Collection<OpenContainer> all() {
    return names.all();
  }

  /** When containers have work for the background. */
  public WorkSchedule schedule() {
    return schedule;
  }

  public OpenContainer createContainer(String databaseName, ContainerDefinition definition) {
    return committer.execute(
        transaction -> {
          Database database = database(databaseName);
          locks.requireFree(null, Table.META, OpenNames.lockOf(databaseName, definition.name()));
          checkThroughput(database, definition);
          int number = nextNumber(transaction);
          return create(transaction, databaseName, database.number(), definition, number);
        },
        CommitOptions.EXCLUSIVE);
  }

  /** Makes a container; the write must be alone in its group. */
  OpenContainer create(
      WriteTransaction transaction,
      String databaseName,
      int database,
      ContainerDefinition definition,
      int number) {
    String name = definition.name();
    if (names.find(database, name) != null) {
      throw new EngineException(
          ErrorCode.ALREADY_EXISTS, "A container named '" + name + "' exists already.");
    }
    limits.requireContainer(names.containerCount());
    long now = transaction.nowSecond();
    long lsn = transaction.nextLsn();
    ContainerState state =
        DefinitionChange.created(number, database, definition, partitionsPerContainer, now, lsn);
    ContainerSnapshot snapshot =
        new ContainerSnapshot(state, List.of(), null, filters, OpenIndexes.NONE);
    transaction.put(Table.META, MetaKeys.container(number), CatalogCodec.encode(state));
    OpenContainer container =
        new OpenContainer(snapshot, budget(state), lsn, databaseName, schedule);
    IndexRegistry.change(transaction, container, IndexSources.NONE, state.indexes(), true);
    DefinitionLog.created(transaction, container);
    transaction.afterCommit(
        () -> {
          names.put(database, name, container);
          container.workAt(Long.MIN_VALUE);
        });
    return container;
  }

  /** A number for a container that may be made later. */
  int reserveNumber() {
    limits.requireContainer(names.containerCount());
    return committer.execute(Catalog::nextNumber, CommitOptions.GROUPED);
  }

  /** What a transaction that begins now sees of the containers, and what it makes of them. */
  public PendingCatalog pending(WriteLocks.Holder holder) {
    return new PendingCatalog(this, names, locks, holder, filters, Budget.unlimited(realTime));
  }

  private static void checkThroughput(Database database, ContainerDefinition definition) {
    if (definition.throughput().kind() == Throughput.Kind.SHARED
        && !database.throughput().isLimited()) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "Database '" + database.name() + "' has no throughput that a container could share.");
    }
  }

  /**
   * Changes a container's definition; the TTL policy takes force at once and for all items (A7).
   *
   * @param guard asked before the change is made; may refuse it (C10)
   * @param ifLsn of the definition's last change, or {@link #ANY_LSN}
   */
  public OpenContainer replaceContainer(
      String databaseName, ContainerDefinition definition, PolicyGuard guard, long ifLsn) {
    return committer.execute(
        transaction -> {
          OpenContainer container = container(databaseName, definition.name());
          requireLsn(ifLsn, container.snapshot().state().lsn());
          checkThroughput(database(databaseName), definition);
          changeAtOneInstant(
              transaction,
              container,
              (state, now) -> {
                long lsn = transaction.nextLsn();
                boolean empty = isEmpty(container);
                ContainerState next = DefinitionChange.replaced(state, definition, now, lsn, empty);
                guard.check(container, next.policy(), now);
                IndexRegistry.change(
                    transaction, container, state.indexes(), next.indexes(), empty);
                DefinitionLog.changed(transaction, container, next);
                return next;
              });
          return container;
        },
        CommitOptions.EXCLUSIVE);
  }

  /** By the counts: after a large purge, a cursor would walk over what was deleted. */
  boolean isEmpty(OpenContainer container) {
    return counts.items(container.number()) == 0;
  }

  /** A change of a container's state as of an instant. */
  @FunctionalInterface
  public interface StateChange {
    ContainerState apply(ContainerState state, long nowSecond);
  }

  /**
   * Changes a container's state such that no reader sees time pass under the old policy after the
   * instant of the change. The write must be alone in its group.
   */
  public void changeAtOneInstant(
      WriteTransaction transaction, OpenContainer container, StateChange change) {
    ContainerSnapshot before = container.snapshot();
    InstantCap cap = new InstantCap();
    container.publish(before.withCap(cap));
    long now = transaction.nowSecond();
    try {
      now = transaction.renewNow();
      cap.set(now);
      put(transaction, container, change.apply(before.state(), now));
    } catch (RuntimeException | Error e) {
      cap.set(now);
      container.publish(before);
      throw e;
    }
    transaction.afterFailure(() -> container.publish(before));
  }

  /** Stores a container's state; it is published when committed. */
  public void put(WriteTransaction transaction, OpenContainer container, ContainerState next) {
    transaction.put(Table.META, MetaKeys.container(next.number()), CatalogCodec.encode(next));
    transaction.afterCommit(
        () -> {
          Throughput old = container.snapshot().definition().throughput();
          container.publish(container.snapshot().with(next));
          changeBudget(container, old, next);
          container.deadlineAt(Long.MIN_VALUE);
        });
  }

  void changeBudget(OpenContainer container, Throughput old, ContainerState next) {
    Throughput throughput = next.definition().throughput();
    boolean shared = throughput.kind() == Throughput.Kind.SHARED;
    if (throughput.equals(old) && !shared) {
      return;
    }
    if (shared || old.kind() == Throughput.Kind.SHARED) {
      container.budget(budget(next));
    } else {
      container.budget().change(throughput);
    }
  }

  public void deleteContainer(String databaseName, String name, long ifLsn) {
    committer.execute(counts.fold(), CommitOptions.EXCLUSIVE.removing());
    committer.execute(
        transaction -> {
          OpenContainer container = container(databaseName, name);
          requireLsn(ifLsn, container.snapshot().state().lsn());
          DefinitionLog.dropped(transaction, container);
          drop(transaction, container);
          return null;
        },
        CommitOptions.EXCLUSIVE.removing());
  }

  private void drop(WriteTransaction transaction, OpenContainer container) {
    container.indexesChange(transaction);
    int number = container.number();
    ContainerRows.delete(transaction, number);
    transaction.afterCommit(() -> removed(container));
  }

  /**
   * Gives a container another name, perhaps in another database, in one commit. Open handles remain
   * valid.
   *
   * @param dropTarget whether a container of that name is dropped; refused otherwise
   */
  public OpenContainer renameContainer(
      String fromDatabase, String from, String toDatabase, String to, boolean dropTarget) {
    committer.execute(counts.fold(), CommitOptions.EXCLUSIVE.removing());
    return committer.execute(
        transaction -> {
          OpenContainer container = container(fromDatabase, from);
          Database database = database(toDatabase);
          locks.requireFree(null, Table.META, OpenNames.lockOf(toDatabase, to));
          OpenContainer there = names.find(database.number(), to);
          if (there == container) {
            throw new EngineException(
                ErrorCode.BAD_REQUEST, "The container has the name '" + to + "' already.");
          }
          if (there != null && !dropTarget) {
            throw new EngineException(
                ErrorCode.ALREADY_EXISTS, "A container named '" + to + "' exists already.");
          }
          ContainerState before = container.snapshot().state();
          ContainerDefinition definition = before.definition().toBuilder().name(to).build();
          checkThroughput(database, definition);
          if (there != null) {
            drop(transaction, there);
          }
          DefinitionLog.renamed(transaction, container, there, toDatabase, to);
          transaction.afterCommit(() -> names.remove(before));
          put(
              transaction,
              container,
              before
                  .withDefinition(definition, transaction.nowSecond(), transaction.nextLsn())
                  .withDatabase(database.number()));
          transaction.afterCommit(
              () -> {
                container.databaseName(toDatabase);
                names.put(database.number(), to, container);
              });
          return container;
        },
        CommitOptions.EXCLUSIVE);
  }

  private static int nextNumber(WriteTransaction transaction) {
    byte[] row = transaction.get(Table.META, MetaKeys.NEXT_NUMBER);
    int number = NumberRow.decodeInt(row, 1);
    transaction.put(
        Table.META, MetaKeys.NEXT_NUMBER, NumberRow.encodeInt(Math.addExact(number, 1)));
    return number;
  }
}
