package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.operation.ItemRows;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;

/** From a feed or queue row to its item: a row exists only for the current version. */
final class DueCheck {
  private static final int FEED_BYTES = 13;
  private static final int QUEUE_BYTES = 24;

  private final ReadView view;
  private final Problems problems;
  private byte[] lane = Bytes.EMPTY;
  private long laneSecond;

  DueCheck(ReadView view, Problems problems) {
    this.view = requireNonNull(view, "view");
    this.problems = requireNonNull(problems, "problems");
  }

  void feedRow(ContainerFacts container, byte[] key, byte[] value) {
    String where = RowNames.row(Table.FEED, container, key);
    if (key.length != FEED_BYTES || key[Keys.CONTAINER_BYTES] < 0 || key[4] > 1) {
      problems.add(where, "expected a key of 13 bytes in lane 0 or 1");
      return;
    }
    DueRow row = DueRow.decode(value);
    if (!Bytes.startsWith(key, lane) || lane.length == 0) {
      lane = Arrays.copyOf(key, Keys.CONTAINER_BYTES + 1);
      laneSecond = Long.MIN_VALUE;
    }
    if (row.tsSecond() < laneSecond) {
      problems.add(where, "ts falls from " + laneSecond + " to " + row.tsSecond());
    }
    laneSecond = row.tsSecond();
    ItemRow item = item(container, where, row.suffix(), Keys.feedLsn(key));
    if (item != null && ItemRows.lane(item) != key[Keys.CONTAINER_BYTES]) {
      problems.add(
          where,
          RowNames.item(container, row.suffix()) + " belongs in lane " + ItemRows.lane(item));
    }
  }

  void queueRow(ContainerFacts container, byte[] key, byte[] value) {
    String where = RowNames.row(Table.QUEUES, container, key);
    if (key.length != QUEUE_BYTES) {
      problems.add(where, "expected a key of " + QUEUE_BYTES + " bytes");
      return;
    }
    int source = Keys.queueSource(key);
    if (!container.hasQueue(source)) {
      problems.add(where, "there is no source " + source + " (any more)");
    }
    DueRow row = DueRow.decode(value);
    ItemRow item = item(container, where, row.suffix(), Keys.queueLsn(key));
    ItemRows.QueuePlace place = new ItemRows.QueuePlace(source, Keys.queueAt(key));
    if (item != null && !Arrays.asList(ItemRows.queuePlaces(item)).contains(place)) {
      problems.add(
          where, RowNames.item(container, row.suffix()) + " does not stand here by its header");
    }
  }

  /** The item that a row belongs to, or null after the problem was reported. */
  private ItemRow item(ContainerFacts container, String where, byte[] suffix, long lsn) {
    byte[] row = view.get(Table.ITEMS, Keys.item(container.number(), suffix));
    if (row == null) {
      problems.add(where, "there is no " + RowNames.item(container, suffix));
      return null;
    }
    ItemRow item = ItemRow.of(row);
    if (item.lsn() != lsn) {
      problems.add(
          where, RowNames.item(container, suffix) + " is of LSN " + item.lsn() + ", not " + lsn);
      return null;
    }
    return item;
  }
}
