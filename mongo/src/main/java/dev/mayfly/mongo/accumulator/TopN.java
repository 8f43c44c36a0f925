package dev.mayfly.mongo.accumulator;

import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.Detached;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.sort.SortRow;
import dev.mayfly.query.buffer.TopRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonValue;

/** The n first or last entries by sort key; ties are broken by input order. */
final class TopN {
  private static final String ARRIVALS = "n";
  private static final String ROWS = "rows";
  private static final int KEY_AT = 2;

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
    BsonValue own = Detached.of(value);
    if (key.length == 1 && key[0] == value) {
      key[0] = own;
    }
    kept.add(new SortRow<>(key, arrivals++, own));
  }

  /** The entries' values in sort order. */
  BsonArray values() {
    List<SortRow<BsonValue>> rows = kept.sortedBy(order);
    BsonArray values = new BsonArray(rows.size());
    rows.forEach(row -> values.add(row.value()));
    return values;
  }

  /** The entries, each with its value, its number in the input and its sort key. */
  BsonDocument state() {
    BsonArray rows = new BsonArray();
    for (SortRow<BsonValue> row : kept.sortedBy(order)) {
      BsonArray entry = new BsonArray();
      entry.add(row.value());
      entry.add(new BsonInt64(row.arrival()));
      boolean isOwnKey = row.key().length == 1 && row.key()[0] == row.value();
      entry.addAll(isOwnKey ? List.of() : Arrays.asList(row.key()));
      rows.add(entry);
    }
    return new BsonDocument(ARRIVALS, new BsonInt64(arrivals)).append(ROWS, rows);
  }

  void restore(BsonDocument state) {
    arrivals = state.getInt64(ARRIVALS).getValue();
    for (BsonValue each : state.getArray(ROWS)) {
      BsonArray entry = each.asArray();
      BsonValue value = Detached.of(entry.get(0));
      BsonValue[] key =
          entry.size() == KEY_AT
              ? new BsonValue[] {value}
              : entry.subList(KEY_AT, entry.size()).toArray(new BsonValue[0]);
      kept.add(new SortRow<>(key, entry.get(1).asInt64().getValue(), value));
    }
  }
}
