package dev.mayfly.engine.commit;

import dev.mayfly.engine.format.CountDeltaRow;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.read.Tally;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** What a write or a group of writes adds to counts: rows of level 0, totals, partitions. */
public final class CountDeltas {
  private final Map<CountKey, Tally> changes = new HashMap<>();

  /** Adds to the bucket of one second; the total of the set follows from it. */
  public void addAt(int container, int set, long second, int items, long bytes) {
    add(CountKeys.bucket(container, set, 0, second), items, bytes);
  }

  /** Adds to a set that has no buckets. */
  public void addTotal(int container, int set, int items, long bytes) {
    add(CountKeys.total(container, set), items, bytes);
  }

  public void addPartition(int container, byte[] partition, int items, long bytes) {
    add(CountKeys.partition(container, partition), items, bytes);
  }

  private void add(byte[] key, long items, long bytes) {
    changes.merge(new CountKey(key), new Tally(items, bytes), Tally::plus);
  }

  void add(CountKey key, Tally tally) {
    changes.merge(key, tally, Tally::plus);
  }

  /** Adds all that another one holds. */
  public void addAll(CountDeltas other) {
    other.changes.forEach(this::add);
  }

  /** Bytes of a container's items in these deltas. */
  public long bytesOf(int container) {
    long bytes = 0;
    for (Map.Entry<CountKey, Tally> change : changes.entrySet()) {
      byte[] key = change.getKey().bytes();
      boolean counted = CountKeys.isBucket(key) || CountKeys.isTotal(key);
      if (counted
          && CountKeys.containerOf(key) == container
          && CountKeys.setOf(key) < CountKeys.SET_LOG) {
        bytes += change.getValue().bytes();
      }
    }
    return bytes;
  }

  /** Bytes of a logical partition in these deltas. */
  public long bytesOf(int container, byte[] partition) {
    return changes
        .getOrDefault(new CountKey(CountKeys.partition(container, partition)), Tally.ZERO)
        .bytes();
  }

  /** Shows each key of the COUNTS table that changes, and by how much. */
  public void forEach(BiConsumer<byte[], Tally> action) {
    changes.forEach((key, tally) -> action.accept(key.bytes(), tally));
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  Map<CountKey, Tally> changes() {
    return changes;
  }

  /** One row for the whole group, committed at that LSN. */
  public byte[] encode(long lsn) {
    CountDeltaRow row = new CountDeltaRow(lsn);
    changes.forEach((key, tally) -> row.add(key.bytes(), tally.items(), tally.bytes()));
    return row.encode();
  }

  public static CountDeltas decode(byte[] row) {
    CountDeltas deltas = new CountDeltas();
    CountDeltaRow.decode(
        row, (key, items, bytes) -> deltas.add(new CountKey(key), new Tally(items, bytes)));
    return deltas;
  }
}
