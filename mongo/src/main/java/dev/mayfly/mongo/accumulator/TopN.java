package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.query.buffer.TopRows;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** The n first or last entries by sort key; ties are broken by input order. */
final class TopN {
  private final Comparator<SortRow<BsonValue>> order;
  private final TopRows<SortRow<BsonValue>> kept;
  private long arrivals;

  /**
   * @param isFirst whether the first entries are kept rather than the last
   */
  TopN(int limit, Comparator<BsonValue[]> keys, boolean isFirst, MemoryUse memory) {
    this.order = SortRow.order(keys);
    this.kept =
        new TopRows<>(
            isFirst ? order : order.reversed(),
            limit,
            row -> row.heapBytes(HeapSize.of(row.value())),
            memory::add);
  }

  void add(BsonValue[] key, BsonValue value) {
    kept.add(new SortRow<>(key, arrivals++, Detached.of(value)));
  }

  /** The entries' values in sort order. */
  BsonArray values() {
    List<SortRow<BsonValue>> rows = kept.sortedBy(order);
    BsonArray values = new BsonArray(rows.size());
    rows.forEach(row -> values.add(row.value()));
    return values;
  }
}
