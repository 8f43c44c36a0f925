package dev.mayfly.engine.registry;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads definitions anew that another node has changed. Called by the one thread that applies rows.
 */
public final class FollowedCatalog {
  private final Catalog catalog;
  private final OpenNames names;

  FollowedCatalog(Catalog catalog, OpenNames names) {
    this.catalog = requireNonNull(catalog, "catalog");
    this.names = requireNonNull(names, "names");
  }

  /** The open container with that number, or null. */
  public OpenContainer container(int number) {
    return names.containerNumbered(number);
  }

  /**
   * The rows of these databases and containers were changed.
   *
   * @param view that has the changes
   * @param lastLsn of what was committed by then
   */
  public void reload(ReadView view, Set<Integer> databases, Set<Integer> containers, long lastLsn) {
    for (int number : databases) {
      Database before = names.databaseNumbered(number);
      byte[] row = view.get(Table.META, MetaKeys.database(number));
      if (row != null) {
        catalog.add(CatalogCodec.decodeDatabase(number, row));
      } else if (before != null) {
        catalog.removed(before);
      }
    }
    for (int number : containers) {
      reload(view, number, lastLsn);
    }
  }

  private void reload(ReadView view, int number, long lastLsn) {
    OpenContainer open = names.containerNumbered(number);
    byte[] row = view.get(Table.META, MetaKeys.container(number));
    if (row == null) {
      if (open != null) {
        catalog.removed(open);
      }
      return;
    }
    ContainerState state = CatalogCodec.decodeContainer(number, row);
    List<DeletedPartition> deleted = deleted(view, number);
    OpenIndexes indexes = indexes(view, number);
    if (open == null) {
      catalog.add(new ContainerSnapshot(state, deleted, null, catalog.filters(), indexes), lastLsn);
      return;
    }
    ContainerState before = open.snapshot().state();
    boolean renamed =
        before.database() != state.database()
            || !before.definition().name().equals(state.definition().name());
    if (renamed) {
      names.remove(before);
    }
    Throughput throughput = before.definition().throughput();
    open.publish(open.snapshot().with(state, deleted, indexes));
    catalog.changeBudget(open, throughput, state);
    if (renamed) {
      open.databaseName(names.databaseName(state.database()));
      names.put(state.database(), state.definition().name(), open);
    }
  }

  private static List<DeletedPartition> deleted(ReadView view, int number) {
    List<DeletedPartition> deleted = new ArrayList<>();
    byte[] prefix = MetaKeys.partitions(number);
    try (RowCursor rows = view.cursor(Table.META, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        deleted.add(CatalogCodec.decodeDeletedPartition(rows.key(), rows.value()));
      }
    }
    return deleted;
  }

  private static OpenIndexes indexes(ReadView view, int number) {
    OpenIndexes indexes = OpenIndexes.NONE;
    byte[] prefix = MetaKeys.indexes(number);
    try (RowCursor rows = view.cursor(Table.META, prefix, Bytes.after(prefix))) {
      while (rows.next()) {
        indexes = indexes.with(MetaKeys.indexOf(rows.key()), IndexProgressRow.decode(rows.value()));
      }
    }
    return indexes;
  }
}
