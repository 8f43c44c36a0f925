package dev.mayfly.engine.registry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.WorkSchedule;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.pending.WriteLocks;
import dev.mayfly.engine.ru.Budget;
import dev.mayfly.engine.storage.Table;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The containers as a transaction sees them, with those that it makes. A container gets its number
 * at once, so that its rows have their keys; if the transaction is given up, the number is lost.
 * Not thread safe.
 */
public final class PendingCatalog {
  /** Given at the commit. */
  private static final int NO_DATABASE = 0;

  private final Catalog catalog;
  private final OpenNames names;
  private final WriteLocks locks;
  private final WriteLocks.Holder holder;
  private final ItemFilters filters;
  private final Budget budget;
  private final long removalsBefore;
  private final Map<Name, OpenContainer> made = new LinkedHashMap<>();
  private long changes;

  private record Name(String database, String container) {}

  PendingCatalog(
      Catalog catalog,
      OpenNames names,
      WriteLocks locks,
      WriteLocks.Holder holder,
      ItemFilters filters,
      Budget budget) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.names = requireNonNull(names, "names");
    this.locks = requireNonNull(locks, "locks");
    this.holder = requireNonNull(holder, "holder");
    this.filters = requireNonNull(filters, "filters");
    this.budget = requireNonNull(budget, "budget");
    this.removalsBefore = names.removals();
  }

  public boolean isEmpty() {
    return made.isEmpty();
  }

  /**
   * The container of that name.
   *
   * @throws EngineException CONTAINER_NOT_FOUND or DATABASE_NOT_FOUND; WRITE_CONFLICT if it may
   *     have been there when the transaction began
   */
  public OpenContainer find(String database, String name) {
    OpenContainer own = made.get(new Name(database, name));
    if (own != null) {
      return own;
    }
    try {
      return names.container(database, name);
    } catch (EngineException e) {
      if (names.removals() != removalsBefore) {
        throw new EngineException(
            ErrorCode.WRITE_CONFLICT,
            "Containers were deleted since this transaction began: try again.");
      }
      throw e;
    }
  }

  /** Makes a container, and its database if there is none. */
  public OpenContainer create(String database, ContainerDefinition definition, long nowSecond) {
    Name name = new Name(database, definition.name());
    if (made.containsKey(name) || names.contains(database, definition.name())) {
      throw new EngineException(
          ErrorCode.ALREADY_EXISTS,
          "A container named '" + definition.name() + "' exists already.");
    }
    if (!locks.take(holder, Table.META, OpenNames.lockOf(database, definition.name()))) {
      throw new EngineException(
          ErrorCode.WRITE_CONFLICT,
          "Another transaction makes a container of the same name: try again.");
    }
    ContainerState state =
        DefinitionChange.created(
            catalog.reserveNumber(), NO_DATABASE, definition, 1, nowSecond, ++changes);
    OpenContainer container =
        new OpenContainer(ready(state), budget, 0, database, new WorkSchedule());
    made.put(name, container);
    return container;
  }

  /** Changes a container without items that was made here. */
  public void replace(String database, ContainerDefinition definition, long nowSecond) {
    OpenContainer own = made.get(new Name(database, definition.name()));
    if (own == null) {
      throw new EngineException(
          ErrorCode.NOT_SUPPORTED, "A transaction changes only containers that it has made.");
    }
    ContainerState before = own.snapshot().state();
    own.publish(ready(DefinitionChange.replaced(before, definition, nowSecond, ++changes, true)));
  }

  /** Nothing is there that an index would have to be built over. */
  private ContainerSnapshot ready(ContainerState state) {
    OpenIndexes indexes = OpenIndexes.NONE;
    for (IndexSource source : state.indexes().list()) {
      indexes = indexes.with(source.id(), IndexProgress.READY);
    }
    return new ContainerSnapshot(state, List.of(), null, filters, indexes);
  }

  /**
   * Makes the containers; the write must be alone in its group if there are any.
   *
   * @return what each is, by its number
   */
  public Map<Integer, OpenContainer> commit(WriteTransaction transaction) {
    Map<Integer, OpenContainer> committed = new HashMap<>();
    Map<String, Integer> databases = new HashMap<>();
    made.forEach(
        (name, container) -> {
          int database =
              databases.computeIfAbsent(
                  name.database(), absent -> catalog.ensureDatabase(transaction, absent));
          committed.put(
              container.number(),
              catalog.create(
                  transaction,
                  name.database(),
                  database,
                  container.snapshot().definition(),
                  container.number()));
        });
    return committed;
  }
}
