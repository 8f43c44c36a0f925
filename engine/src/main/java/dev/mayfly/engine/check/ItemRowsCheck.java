package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.UniqueRow;
import dev.mayfly.engine.operation.ItemRows;
import dev.mayfly.engine.operation.UniqueValues;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.List;

/** From an item to its other rows: each must be there and say the right thing. */
final class ItemRowsCheck {
  private final ReadView view;
  private final Problems problems;

  ItemRowsCheck(ReadView view, Problems problems) {
    this.view = requireNonNull(view, "view");
    this.problems = requireNonNull(problems, "problems");
  }

  void dueRows(ContainerFacts container, String where, byte[] suffix, ItemRow item) {
    int number = container.number();
    ItemRows.QueuePlace[] places = ItemRows.queuePlaces(item);
    boolean alwaysOther = item.hasUniqueRows() || container.hasPartitionQuota();
    row(
        Table.FEED,
        where,
        "feed row in lane " + ItemRows.lane(item),
        Keys.feed(number, ItemRows.lane(item), item.lsn()),
        DueRow.encode(item, alwaysOther || places.length > 0, suffix));
    byte[] value = DueRow.encode(item, alwaysOther || places.length > 1, suffix);
    for (ItemRows.QueuePlace place : places) {
      // A dropped source's queue goes when the purge has passed its marks; headers keep the date.
      if (container.hasQueue(place.source())) {
        row(
            Table.QUEUES,
            where,
            "row in the queue of source " + place.source() + " at " + place.at(),
            Keys.queue(number, place.source(), place.at(), item.lsn()),
            value);
      }
    }
  }

  private void row(Table table, String where, String what, byte[] key, byte[] expected) {
    byte[] found = view.get(table, key);
    if (found == null) {
      problems.add(where, "its " + what + " is missing: " + RowNames.row(table, key));
    } else if (!Arrays.equals(found, expected)) {
      problems.add(
          where,
          "its " + what + " is " + RowNames.hex(found) + ", expected " + RowNames.hex(expected));
    }
  }

  void uniqueRows(
      ContainerFacts container,
      String where,
      byte[] suffix,
      byte[] partition,
      ItemRow item,
      byte[] body) {
    // The value of a dead item is free: another item may own it, or have owned and left it.
    if (!item.hasUniqueRows() || container.isDead(item, suffix)) {
      return;
    }
    List<byte[]> values = UniqueValues.of(container.definition(), body);
    for (int i = 0; i < values.size(); i++) {
      byte[] key = Keys.unique(container.number(), i, partition, values.get(i));
      byte[] row = view.get(Table.UNIQUE, key);
      if (row == null) {
        problems.add(
            where,
            "its row of unique key " + i + " is missing: " + RowNames.row(Table.UNIQUE, key));
        continue;
      }
      UniqueRow owner = UniqueRow.decode(row);
      if (owner.lsn() != item.lsn() || !Arrays.equals(owner.suffix(), suffix)) {
        problems.add(
            where,
            "it is alive, but its value of unique key "
                + i
                + " belongs to "
                + RowNames.item(container, owner.suffix())
                + " at LSN "
                + owner.lsn());
      }
    }
  }
}
