package dev.mayfly.engine.operation;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.IndexKeys;
import java.util.List;

/**
 * The keys of a stored version in the container's indexes, computed before a decision that needs
 * them: the cells of a large polygon or the words of a long text take longer than other commits
 * should wait. They are in force if the decision finds the same version and the same indexes;
 * otherwise it computes them itself.
 *
 * @param lsn of the version
 * @param keys in the order of the indexes
 */
public record KeysAhead(long lsn, OpenIndexes indexes, List<IndexKeys> keys) {
  /** Keys of smaller bodies are computed by the decision, in well under a millisecond. */
  public static final int LARGE_BYTES = 4 << 10;

  public KeysAhead {
    requireNonNull(indexes, "indexes");
    keys = List.copyOf(keys);
  }

  /** Whether the keys of a body of that size should be computed before they are needed. */
  public static boolean areWorthIt(ContainerSnapshot snapshot, int bytes) {
    return bytes >= LARGE_BYTES && snapshot.indexes().anyComputed();
  }

  /** Those of a row; null if there is none. */
  public static KeysAhead of(ContainerSnapshot snapshot, byte[] row) {
    if (row == null) {
      return null;
    }
    ItemRow item = ItemRow.of(row);
    OpenIndexes indexes = snapshot.indexes();
    return new KeysAhead(item.lsn(), indexes, indexes.storedKeys(item.body()));
  }

  /** The keys of a version in one index; null if they are not known, or there are none. */
  public IndexKeys of(OpenIndex index, ItemRow item) {
    for (int i = 0; i < keys.size(); i++) {
      OpenIndex each = indexes.list().get(i);
      if (lsn == item.lsn() && each.id() == index.id() && each.reader() == index.reader()) {
        return keys.get(i).keys().isEmpty() ? null : keys.get(i);
      }
    }
    return null;
  }

  /**
   * The keys of a stored version.
   *
   * @param ahead null if none were computed
   */
  static List<IndexKeys> keys(KeysAhead ahead, ContainerSnapshot snapshot, ItemRow item) {
    return ahead != null && ahead.lsn == item.lsn() && ahead.indexes == snapshot.indexes()
        ? ahead.keys
        : ItemRows.storedKeys(snapshot, item);
  }
}
