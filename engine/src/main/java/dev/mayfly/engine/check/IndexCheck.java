package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.IndexRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.index.IndexKeys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;

/**
 * Rows of path indexes, both ways. A living item must have its rows as far as the index is built; a
 * dead one may have lost them to another item, or never got them.
 */
final class IndexCheck {
  private final ReadView view;
  private final Problems problems;

  IndexCheck(ReadView view, Problems problems) {
    this.view = requireNonNull(view, "view");
    this.problems = requireNonNull(problems, "problems");
  }

  void item(ContainerFacts container, String where, byte[] suffix, ItemRow item, byte[] body) {
    if (container.indexes().isEmpty() || container.isDead(item, suffix)) {
      return;
    }
    for (IndexFacts index : container.indexes().values()) {
      if (!index.covers(Keys.item(container.number(), suffix))) {
        continue;
      }
      IndexKeys keys = index.keys(body);
      if (keys.multikey() && !index.progress().multikey()
          || keys.cut() && !index.progress().cut()) {
        problems.add(where, "the index " + name(index) + " does not know what its keys are like");
      }
      for (byte[] key : keys.keys()) {
        if (index.unique()) {
          claimed(container, index, where, suffix, item, key);
        } else {
          listed(container, index, where, suffix, key);
        }
      }
    }
  }

  private void listed(
      ContainerFacts container, IndexFacts index, String where, byte[] suffix, byte[] key) {
    byte[] row = Keys.index(container.number(), index.source().id(), key, suffix);
    byte[] value = view.get(Table.INDEX, row);
    if (!Arrays.equals(value, IndexRow.value(key.length))) {
      problems.add(
          where,
          "its row in the index "
              + name(index)
              + " is missing or wrong: "
              + RowNames.row(Table.INDEX, row));
    }
  }

  private void claimed(
      ContainerFacts container,
      IndexFacts index,
      String where,
      byte[] suffix,
      ItemRow item,
      byte[] key) {
    byte[] row = Bytes.concat(Keys.uniqueIndex(container.number(), index.source().id()), key);
    byte[] value = view.get(Table.UNIQUE, row);
    UniqueRow owner = value == null ? null : UniqueRow.decode(value);
    if (owner == null || owner.lsn() != item.lsn() || !Arrays.equals(owner.suffix(), suffix)) {
      problems.add(
          where,
          "it is alive, but its key in the unique index "
              + name(index)
              + " belongs to "
              + (owner == null ? "no item" : RowNames.item(container, owner.suffix())));
    }
  }

  /** From a row of INDEX to its item. */
  void row(ContainerFacts container, byte[] key, byte[] value) {
    IndexFacts index = container.indexes().get(Bytes.getInt(key, Keys.CONTAINER_BYTES));
    String where = RowNames.row(Table.INDEX, container, key);
    if (index == null || index.unique()) {
      problems.add(where, "there is no such index (any more)");
      return;
    }
    IndexRow row = IndexRow.decode(key, value);
    byte[] item = view.get(Table.ITEMS, Keys.item(container.number(), row.suffix()));
    owner(container, index, where, row, item == null ? null : ItemRow.of(item));
  }

  /** From a row of UNIQUE that belongs to an index to its owner. */
  void uniqueRow(ContainerFacts container, byte[] key, UniqueRow value, ItemRow item) {
    IndexFacts index = container.indexes().get(Bytes.getInt(key, Keys.CONTAINER_BYTES + 2));
    String where = RowNames.row(Table.UNIQUE, container, key);
    if (index == null || !index.unique()) {
      problems.add(where, "there is no such index (any more)");
      return;
    }
    owner(container, index, where, IndexRow.decodeUnique(key, value.encode()), item);
  }

  private void owner(
      ContainerFacts container, IndexFacts index, String where, IndexRow row, ItemRow item) {
    if (item == null) {
      problems.add(where, "there is no " + RowNames.item(container, row.suffix()));
    } else if (!index.mayHave(item.body(), row.key())) {
      problems.add(where, RowNames.item(container, row.suffix()) + " does not have this key");
    }
  }

  private static String name(IndexFacts index) {
    return "'" + index.source().index().name() + "'";
  }
}
