package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.IndexProgressRow;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;

/** What a view of any age says of containers. */
final class PastContainer {
  private PastContainer() {}

  /** Whether a container is defined now as it was then. */
  static boolean isUnchanged(ReadView then, OpenContainer container, ContainerSnapshot published) {
    byte[] row = then.get(Table.META, MetaKeys.container(container.number()));
    if (container.isDropped() || row == null) {
      return false;
    }
    if (published.isKnownAs(row)) {
      return true;
    }
    ContainerState state = CatalogCodec.decodeContainer(container.number(), row);
    boolean unchanged =
        state.lsn() == published.state().lsn()
            && state.dateSources().equals(published.state().dateSources());
    if (unchanged) {
      published.knowAs(row);
    }
    return unchanged;
  }

  /** The container with its indexes as far as they were built then. */
  static ContainerSnapshot withIndexes(ReadView then, ContainerSnapshot published) {
    ContainerSnapshot shown = published;
    for (OpenIndex index : published.indexes().list()) {
      byte[] row = then.get(Table.META, MetaKeys.index(published.state().number(), index.id()));
      IndexProgress progress = row == null ? IndexProgress.BUILDING : IndexProgressRow.decode(row);
      if (!progress.equals(index.progress())) {
        shown = shown.with(index.id(), progress);
      }
    }
    return shown;
  }

  /** Whether there was a container of that name. */
  static boolean existed(ReadView then, String database, String name) {
    try (RowCursor rows = rows(then, MetaKeys.DATABASES)) {
      while (rows.next()) {
        int number = MetaKeys.number(rows.key());
        if (CatalogCodec.decodeDatabase(number, rows.value()).name().equals(database)) {
          return existed(then, number, name);
        }
      }
    }
    return false;
  }

  private static boolean existed(ReadView then, int database, String name) {
    try (RowCursor rows = rows(then, MetaKeys.CONTAINERS)) {
      while (rows.next()) {
        ContainerState state =
            CatalogCodec.decodeContainer(MetaKeys.number(rows.key()), rows.value());
        if (state.database() == database && state.definition().name().equals(name)) {
          return true;
        }
      }
    }
    return false;
  }

  private static RowCursor rows(ReadView then, byte[] prefix) {
    return then.cursor(Table.META, prefix, Bytes.after(prefix));
  }
}
