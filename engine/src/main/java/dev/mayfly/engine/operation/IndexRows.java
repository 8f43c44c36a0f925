package dev.mayfly.engine.operation;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.registry.IndexRegistry;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of items in indexes that are not unique. The item's key stands in each, so that a row
 * has one owner for ever, and a write that leaves an item's keys as they were writes no row.
 */
public final class IndexRows {
  private IndexRows() {}

  /**
   * Writes the rows that a version has and the one before had not.
   *
   * @param beforeComplete false if some rows of the version before may be missing
   */
  static void replace(
      WriteTransaction transaction,
      OpenContainer container,
      ContainerSnapshot snapshot,
      byte[] suffix,
      List<IndexKeys> before,
      boolean beforeComplete,
      List<IndexKeys> after) {
    List<OpenIndex> indexes = snapshot.indexes().list();
    for (int i = 0; i < indexes.size(); i++) {
      OpenIndex index = indexes.get(i);
      IndexRegistry.note(transaction, container, index, after.get(i));
      if (!index.index().unique()) {
        List<byte[]> old = before.isEmpty() ? List.of() : before.get(i).keys();
        boolean complete = beforeComplete && index.ready();
        merge(transaction, container.number(), index.id(), suffix, old, complete, after.get(i));
      }
    }
  }

  private static void merge(
      WriteTransaction transaction,
      int container,
      int index,
      byte[] suffix,
      List<byte[]> old,
      boolean oldComplete,
      IndexKeys after) {
    List<byte[]> next = after.keys();
    int i = 0;
    int j = 0;
    while (i < old.size() || j < next.size()) {
      int order =
          i == old.size()
              ? 1
              : j == next.size() ? -1 : Arrays.compareUnsigned(old.get(i), next.get(j));
      if (order < 0) {
        delete(transaction, container, index, old.get(i), suffix);
      } else if (order > 0 || !oldComplete) {
        put(transaction, container, index, next.get(j), suffix);
      }
      i += order <= 0 ? 1 : 0;
      j += order >= 0 ? 1 : 0;
    }
  }

  /** Removes all rows of a version. */
  static void remove(
      WriteTransaction transaction,
      ContainerSnapshot snapshot,
      byte[] suffix,
      List<IndexKeys> stored) {
    for (int i = 0; i < stored.size(); i++) {
      OpenIndex index = snapshot.indexes().list().get(i);
      if (!index.index().unique()) {
        for (byte[] key : stored.get(i).keys()) {
          delete(transaction, snapshot.state().number(), index.id(), key, suffix);
        }
      }
    }
  }

  public static void put(
      WriteTransaction transaction, int container, int index, byte[] key, byte[] suffix) {
    transaction.put(
        Table.INDEX, Keys.index(container, index, key, suffix), IndexRow.value(key.length));
  }

  private static void delete(
      WriteTransaction transaction, int container, int index, byte[] key, byte[] suffix) {
    transaction.delete(Table.INDEX, Keys.index(container, index, key, suffix));
  }
}
