package dev.mayfly.engine.registry;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.Table;
import java.util.List;

/** All rows of a container. */
final class ContainerRows {
  private static final Table[] TABLES_BY_CONTAINER = {
    Table.ITEMS, Table.FEED, Table.QUEUES, Table.UNIQUE, Table.LOG, Table.EVENTS, Table.INDEX
  };

  private ContainerRows() {}

  static void delete(WriteTransaction transaction, int number) {
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
    transaction.forgetDeadRanges(number);
  }
}
