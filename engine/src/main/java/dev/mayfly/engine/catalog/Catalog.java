package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toSet;

import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.commit.Committer;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.count.Counts;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.ru.Budget;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** All databases and containers. Changes are writes of their own; looking up reads memory only. */
public final class Catalog {
  private static final Table[] TABLES_BY_CONTAINER = {
    Table.ITEMS, Table.FEED, Table.QUEUES, Table.UNIQUE, Table.LOG, Table.EVENTS, Table.INDEX
  };

  /** Stands for a change of whatever is there. */
  public static final long ANY_LSN = -1;

  private final Committer committer;
  private final Counts counts;
  private final RealTime realTime;
  private final ItemFilters filters;
  private final CatalogLimits limits;
  private final Map<String, Database> databases = new ConcurrentHashMap<>();
  private final Map<Integer, Budget> sharedBudgets = new ConcurrentHashMap<>();
  private final Map<ContainerName, OpenContainer> containers = new ConcurrentHashMap<>();

  private record ContainerName(int database, String name) {}

  public Catalog(Storage storage, Committer committer, Counts counts, CatalogOptions options) {
    this.committer = requireNonNull(committer, "committer");
    this.counts = requireNonNull(counts, "counts");
    this.realTime = options.realTime();
    this.filters = options.filters();
    this.limits = options.limits();
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
      Map<Integer, OpenIndexes> indexes = IndexCatalog.load(view);
      try (RowCursor rows =
          view.cursor(Table.META, MetaKeys.CONTAINERS, Bytes.after(MetaKeys.CONTAINERS))) {
        while (rows.next()) {
          int number = MetaKeys.number(rows.key());
          ContainerState state = CatalogCodec.decodeContainer(number, rows.value());
          add(
              new Face(
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

  private void add(Database database) {
    databases.put(database.name(), database);
    sharedBudgets
        .computeIfAbsent(database.number(), number -> Budget.unlimited(realTime))
        .change(database.throughput());
  }

  private OpenContainer add(Face face, long lastLsn) {
    int database = face.state().database();
    String databaseName =
        databases.values().stream()
            .filter(each -> each.number() == database)
            .map(Database::name)
            .findFirst()
            .orElse("?");
    OpenContainer container = new OpenContainer(face, budget(face.state()), lastLsn, databaseName);
    containers.put(name(face.state()), container);
    return container;
  }

  private static ContainerName name(ContainerState state) {
    return new ContainerName(state.database(), state.definition().name());
  }

  private Budget budget(ContainerState state) {
    Throughput throughput = state.definition().throughput();
    return throughput.kind() == Throughput.Kind.SHARED
        ? sharedBudgets.get(state.database())
        : Budget.of(realTime, throughput);
  }

  public Database database(String name) {
    Database database = databases.get(name);
    if (database == null) {
      throw new EngineException(
          ErrorCode.DATABASE_NOT_FOUND, "There is no database named '" + name + "'.");
    }
    return database;
  }

  public List<Database> databases() {
    return databases.values().stream().sorted(Comparator.comparing(Database::name)).toList();
  }

  public Database createDatabase(String name, Throughput throughput, BsonDocument opaque) {
    return committer.executeAlone(
        transaction -> {
          if (databases.containsKey(name)) {
            throw new EngineException(
                ErrorCode.ALREADY_EXISTS, "A database named '" + name + "' exists already.");
          }
          limits.requireDatabase(databases.size(), containers.size());
          long now = transaction.nowSecond();
          Database database =
              new Database(
                  nextNumber(transaction), name, throughput, now, transaction.nextLsn(), opaque);
          return put(transaction, database);
        });
  }

  /**
   * Changes a database's throughput and opaque part.
   *
   * @param ifLsn of the database's last change, or {@link #ANY_LSN}
   */
  public Database replaceDatabase(
      String name, Throughput throughput, BsonDocument opaque, long ifLsn) {
    return committer.executeAlone(
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
        });
  }

  private static boolean sharesThroughput(OpenContainer container) {
    return container.face().definition().throughput().kind() == Throughput.Kind.SHARED;
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
    committer.executeAlone(counts.fold());
    committer.executeAlone(
        transaction -> {
          Database database = database(name);
          requireLsn(ifLsn, database.lsn());
          for (OpenContainer container : containers(name)) {
            drop(transaction, container);
          }
          transaction.delete(Table.META, MetaKeys.database(database.number()));
          transaction.afterCommit(
              () -> {
                databases.remove(name);
                sharedBudgets.remove(database.number());
              });
          return null;
        });
  }

  public OpenContainer container(String databaseName, String name) {
    OpenContainer container =
        containers.get(new ContainerName(database(databaseName).number(), name));
    if (container == null) {
      throw new EngineException(
          ErrorCode.CONTAINER_NOT_FOUND,
          "There is no container named '" + name + "' in database '" + databaseName + "'.");
    }
    return container;
  }

  public List<OpenContainer> containers(String databaseName) {
    int database = database(databaseName).number();
    return containers.values().stream()
        .filter(container -> container.face().state().database() == database)
        .sorted(Comparator.comparing(container -> container.face().definition().name()))
        .toList();
  }

  /** Every container of every database, in no order. */
  public Collection<OpenContainer> all() {
    return containers.values();
  }

  public OpenContainer createContainer(String databaseName, ContainerDefinition definition) {
    return committer.executeAlone(
        transaction -> {
          Database database = database(databaseName);
          ContainerName name = new ContainerName(database.number(), definition.name());
          if (containers.containsKey(name)) {
            throw new EngineException(
                ErrorCode.ALREADY_EXISTS,
                "A container named '" + definition.name() + "' exists already.");
          }
          limits.requireContainer(containers.size());
          checkThroughput(database, definition);
          long now = transaction.nowSecond();
          long lsn = transaction.nextLsn();
          ContainerState state =
              DefinitionChange.created(
                  nextNumber(transaction), database.number(), definition, now, lsn);
          Face face = new Face(state, List.of(), null, filters, OpenIndexes.NONE);
          transaction.put(
              Table.META, MetaKeys.container(state.number()), CatalogCodec.encode(state));
          OpenContainer container = new OpenContainer(face, budget(state), lsn, databaseName);
          IndexCatalog.change(transaction, container, IndexSources.NONE, state.indexes(), true);
          transaction.afterCommit(() -> containers.put(name, container));
          return container;
        });
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
    return committer.executeAlone(
        transaction -> {
          OpenContainer container = container(databaseName, definition.name());
          requireLsn(ifLsn, container.face().state().lsn());
          checkThroughput(database(databaseName), definition);
          changeAtOneInstant(
              transaction,
              container,
              (state, now) -> {
                long lsn = transaction.nextLsn();
                boolean empty = isEmpty(transaction, container);
                ContainerState next = DefinitionChange.replaced(state, definition, now, lsn, empty);
                guard.check(container, next.policy(), now);
                IndexCatalog.change(transaction, container, state.indexes(), next.indexes(), empty);
                return next;
              });
          return container;
        });
  }

  /** Refuses a policy change that would kill too much at once. */
  @FunctionalInterface
  public interface PolicyGuard {
    PolicyGuard NONE = (container, next, nowSecond) -> {};

    void check(OpenContainer container, TtlPolicy next, long nowSecond);
  }

  private static boolean isEmpty(WriteTransaction transaction, OpenContainer container) {
    byte[] prefix = Keys.container(container.number());
    try (RowCursor rows = transaction.cursor(Table.ITEMS, prefix, Bytes.after(prefix))) {
      return !rows.next();
    }
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
    Face before = container.face();
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
          Throughput old = container.face().definition().throughput();
          container.publish(container.face().with(next));
          changeBudget(container, old, next);
          container.deadlineAt(Long.MIN_VALUE);
        });
  }

  private void changeBudget(OpenContainer container, Throughput old, ContainerState next) {
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
    committer.executeAlone(counts.fold());
    committer.executeAlone(
        transaction -> {
          OpenContainer container = container(databaseName, name);
          requireLsn(ifLsn, container.face().state().lsn());
          drop(transaction, container);
          return null;
        });
  }

  private void drop(WriteTransaction transaction, OpenContainer container) {
    container.indexesChange(transaction);
    int number = container.number();
    byte[] prefix = Keys.container(number);
    for (Table table : TABLES_BY_CONTAINER) {
      transaction.deleteRange(table, prefix, Bytes.after(prefix));
    }
    for (byte[] count : CountKeys.ofContainer(number)) {
      transaction.deleteRange(Table.COUNTS, count, Bytes.after(count));
    }
    for (byte[] rows : List.of(MetaKeys.partitions(number), MetaKeys.indexes(number))) {
      transaction.deleteRange(Table.META, rows, Bytes.after(rows));
    }
    transaction.delete(Table.META, MetaKeys.container(number));
    transaction.afterCommit(
        () -> {
          containers.remove(name(container.face().state()));
          counts.forget(number);
          container.drop();
        });
  }

  /**
   * Gives a container another name, perhaps in another database, in one commit. Whoever holds it
   * goes on.
   *
   * @param dropTarget whether a container of that name is dropped; refused otherwise
   */
  public OpenContainer renameContainer(
      String fromDatabase, String from, String toDatabase, String to, boolean dropTarget) {
    committer.executeAlone(counts.fold());
    return committer.executeAlone(
        transaction -> {
          OpenContainer container = container(fromDatabase, from);
          Database database = database(toDatabase);
          ContainerName target = new ContainerName(database.number(), to);
          OpenContainer there = containers.get(target);
          if (there == container) {
            throw new EngineException(
                ErrorCode.BAD_REQUEST, "The container has the name '" + to + "' already.");
          }
          if (there != null && !dropTarget) {
            throw new EngineException(
                ErrorCode.ALREADY_EXISTS, "A container named '" + to + "' exists already.");
          }
          ContainerState before = container.face().state();
          ContainerDefinition definition = before.definition().toBuilder().name(to).build();
          checkThroughput(database, definition);
          if (there != null) {
            drop(transaction, there);
          }
          transaction.afterCommit(() -> containers.remove(name(before)));
          put(
              transaction,
              container,
              before
                  .withDefinition(definition, transaction.nowSecond(), transaction.nextLsn())
                  .withDatabase(database.number()));
          transaction.afterCommit(
              () -> {
                container.databaseName(toDatabase);
                containers.put(target, container);
              });
          return container;
        });
  }

  /** An index that could not be built goes, and the definition back to what it was without it. */
  public void failIndex(OpenContainer container, OpenIndex index, EngineException failure) {
    committer.executeAlone(
        transaction -> {
          ContainerState before = container.face().state();
          boolean there =
              before.indexes().list().stream().anyMatch(each -> each.id() == index.id());
          if (container.isDropped() || !there) {
            return null;
          }
          ContainerState next =
              DefinitionChange.withoutIndex(
                  before, index.id(), transaction.nowSecond(), transaction.nextLsn());
          transaction.afterCommit(
              () -> container.indexWaiters().failed(index.id(), index.index().name(), failure));
          IndexCatalog.change(transaction, container, before.indexes(), next.indexes(), false);
          put(transaction, container, next);
          return null;
        });
  }

  /** Adds an index that a query asked for; the definition stays what it is. */
  public void addIndex(OpenContainer container, PathIndex index) {
    changeIndexes(container, indexes -> indexes.withAutomatic(index));
  }

  /** Drops an index that no definition asks for. */
  public void dropIndex(OpenContainer container, OpenIndex index) {
    changeIndexes(container, indexes -> indexes.without(index.id()));
  }

  private void changeIndexes(OpenContainer container, UnaryOperator<IndexSources> change) {
    committer.executeAlone(
        transaction -> {
          ContainerState before = container.face().state();
          boolean empty = isEmpty(transaction, container);
          IndexSources next = change.apply(before.indexes());
          if (!container.isDropped()) {
            IndexCatalog.change(transaction, container, before.indexes(), next, empty);
            put(transaction, container, before.withIndexes(next));
          }
          return null;
        });
  }

  private static int nextNumber(WriteTransaction transaction) {
    byte[] row = transaction.get(Table.META, MetaKeys.NEXT_NUMBER);
    int number = row == null ? 1 : Bytes.getInt(row, 0);
    transaction.put(Table.META, MetaKeys.NEXT_NUMBER, Bytes.ofInt(Math.addExact(number, 1)));
    return number;
  }
}
