package dev.mayfly.mongo.accumulator;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import java.util.Arrays;
import java.util.Comparator;
import java.util.PriorityQueue;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** Keeps the values whose keys come first, or last, in an order; of equal ones by arrival. */
final class NearestToAnEnd {
  private static final int ROW_BYTES = 80;

  private record Row(BsonValue[] key, long arrival, BsonValue value) {
    long sizeBytes() {
      long size = ROW_BYTES + HeapSize.of(value);
      for (BsonValue each : key) {
        size += each == value ? 0 : HeapSize.ELEMENT + HeapSize.of(each);
      }
      return size;
    }
  }

  private final int wanted;
  private final Comparator<Row> order;
  private final MemoryUse memory;
  private final PriorityQueue<Row> kept;
  private final Comparator<Row> fromTheEnd;
  private long arrivals;

  /**
   * @param isFirst whether those that come first are kept
   */
  NearestToAnEnd(int wanted, Comparator<BsonValue[]> keys, boolean isFirst, MemoryUse memory) {
    this.wanted = wanted;
    this.order = Comparator.comparing(Row::key, keys).thenComparingLong(Row::arrival);
    this.fromTheEnd = isFirst ? order : order.reversed();
    this.memory = requireNonNull(memory, "memory");
    this.kept = new PriorityQueue<>(fromTheEnd.reversed());
  }

  void add(BsonValue[] key, BsonValue value) {
    Row row = new Row(key, arrivals++, Detached.of(value));
    if (kept.size() == wanted) {
      if (fromTheEnd.compare(row, kept.peek()) >= 0) {
        return;
      }
      memory.add(-kept.poll().sizeBytes());
    }
    memory.add(row.sizeBytes());
    kept.add(row);
  }

  /** The kept values in the order. */
  BsonArray values() {
    Row[] rows = kept.toArray(new Row[0]);
    Arrays.sort(rows, order);
    BsonArray values = new BsonArray(rows.length);
    for (Row row : rows) {
      values.add(row.value());
    }
    return values;
  }
}
