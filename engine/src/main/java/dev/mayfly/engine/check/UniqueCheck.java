package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.operation.UniqueValues;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.List;

/** From a unique row to its owner: it must exist, in that version, with that value. */
final class UniqueCheck {
  private final ReadView view;
  private final Problems problems;
  private final IndexCheck indexes;

  UniqueCheck(ReadView view, Problems problems) {
    this.view = requireNonNull(view, "view");
    this.problems = requireNonNull(problems, "problems");
    this.indexes = new IndexCheck(view, problems);
  }

  void check(ContainerFacts container, byte[] key, byte[] value) {
    String where = RowNames.row(Table.UNIQUE, container, key);
    UniqueRow owner = UniqueRow.decode(value);
    String name = RowNames.item(container, owner.suffix());
    byte[] row = view.get(Table.ITEMS, Keys.item(container.number(), owner.suffix()));
    if (row == null) {
      problems.add(where, "its owner does not exist: " + name);
      return;
    }
    ItemRow item = ItemRow.of(row);
    if (item.lsn() != owner.lsn()) {
      problems.add(
          where, "its owner, " + name + ", is of LSN " + item.lsn() + ", not " + owner.lsn());
      return;
    }
    int index = Bytes.getUnsignedShort(key, Keys.CONTAINER_BYTES);
    if (index == Keys.UNIQUE_INDEXES) {
      indexes.uniqueRow(container, key, owner, item);
      return;
    }
    byte[] body = item.body();
    List<byte[]> values = UniqueValues.of(container.definition(), body);
    boolean right =
        index < values.size()
            && Arrays.equals(
                key,
                Keys.unique(
                    container.number(), index, container.partition(body), values.get(index)));
    if (!right) {
      problems.add(where, "its owner, " + name + ", does not have this value");
    }
  }
}
