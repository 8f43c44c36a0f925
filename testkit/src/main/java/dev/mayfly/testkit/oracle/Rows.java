package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;

/** Counts the rows of a container, dead or alive. */
final class Rows {
  private Rows() {}

  static long items(Storage storage, int container) {
    return of(storage, Table.ITEMS, container);
  }

  static long of(Storage storage, Table table, int container) {
    byte[] prefix = Keys.container(container);
    long rows = 0;
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(table, prefix, Bytes.after(prefix))) {
      while (cursor.next()) {
        rows++;
      }
    }
    return rows;
  }
}
