package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.sort.SortRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The results of a {@code $setWindowFields}, one partition after the other. */
final class WindowPartitions implements DocumentStream {
  private final Iterator<SortRow<BsonDocument>> rows;
  private final BsonOrder order;
  private final MemoryUse memory;
  private final boolean held;
  private final UnaryOperator<List<BsonDocument>> computed;
  private SortRow<BsonDocument> next;
  private Iterator<BsonDocument> results = Collections.emptyIterator();

  /**
   * @param rows by the keys of their partitions, which are the first of their keys
   * @param memory is charged with one partition
   * @param held whether the documents are held, and charged, elsewhere
   * @param computed makes the results of a partition
   */
  WindowPartitions(
      Iterator<SortRow<BsonDocument>> rows,
      BsonOrder order,
      MemoryUse memory,
      boolean held,
      UnaryOperator<List<BsonDocument>> computed) {
    this.rows = rows;
    this.order = order;
    this.memory = memory;
    this.held = held;
    this.computed = computed;
    this.next = rows.hasNext() ? rows.next() : null;
  }

  @Override
  public BsonDocument next() {
    if (!results.hasNext() && next != null) {
      memory.close();
      results = partition().iterator();
    }
    return results.hasNext() ? results.next() : null;
  }

  private List<BsonDocument> partition() {
    BsonValue key = next.key()[0];
    List<BsonDocument> documents = new ArrayList<>();
    while (next != null && order.equal(next.key()[0], key)) {
      memory.add(HeapSize.ELEMENT + (held ? 0 : HeapSize.of(next.value())));
      documents.add(next.value());
      next = rows.hasNext() ? rows.next() : null;
    }
    List<BsonDocument> all = computed.apply(documents);
    all.forEach(each -> memory.add(HeapSize.shell(each)));
    return all;
  }
}
