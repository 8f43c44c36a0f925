package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.net.work.Checkpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** Distributes the sorted documents of a {@code $bucketAuto} over buckets. */
final class Buckets {
  private static final int ROW_BYTES = 64;

  private final int bucketsMax;
  private final Map<String, AccumulationStatement> output;
  private final Granularity granularity;
  private final BsonOrder order;
  private final Variables variables;
  private final MemoryUse memory;
  private final List<Row> rows = new ArrayList<>();
  private int next;

  private record Row(BsonValue value, BsonDocument document) {}

  /**
   * @param granularity null if boundaries are not rounded
   */
  Buckets(
      int bucketsMax,
      Map<String, AccumulationStatement> output,
      Granularity granularity,
      BsonOrder order,
      Variables variables,
      MemoryUse memory) {
    this.bucketsMax = bucketsMax;
    this.output = output;
    this.granularity = granularity;
    this.order = order;
    this.variables = variables;
    this.memory = memory;
  }

  void add(BsonValue value, BsonDocument document) {
    if (granularity != null) {
      Granularity.check(value);
    }
    BsonValue own = memory.keep(value == null ? BsonNull.VALUE : value, ROW_BYTES);
    rows.add(new Row(own, memory.keep(document, 0)));
  }

  DocumentStream results() {
    rows.sort(Checkpoint.within((one, other) -> order.compare(one.value(), other.value())));
    long each = Math.max(1, Math.round((double) rows.size() / bucketsMax));
    List<BsonDocument> buckets = new ArrayList<>();
    BsonValue lower = null;
    while (next < rows.size()) {
      boolean isLast = buckets.size() == bucketsMax - 1;
      int from = next;
      next = isLast ? rows.size() : (int) Math.min(rows.size(), from + each);
      BsonValue least = lower == null ? lowest(rows.get(from).value()) : lower;
      BsonValue upper = granularity == null ? absorbEqual() : absorbRounded();
      buckets.add(bucket(least, upper, from));
      lower = granularity == null ? null : upper;
    }
    return DocumentStreams.of(buckets);
  }

  private BsonValue lowest(BsonValue value) {
    return granularity == null ? value : granularity.roundDown(value);
  }

  /** Equal values stay in one bucket, which ends where the next one begins. */
  private BsonValue absorbEqual() {
    BsonValue last = rows.get(next - 1).value();
    while (next < rows.size() && order.equal(rows.get(next).value(), last)) {
      next++;
    }
    return next < rows.size() ? rows.get(next).value() : last;
  }

  private BsonValue absorbRounded() {
    BsonValue upper = granularity.roundUp(rows.get(next - 1).value());
    while (next < rows.size() && order.compare(upper, rows.get(next).value()) > 0) {
      next++;
    }
    boolean isZero = Granularity.isZero(upper);
    return isZero && next < rows.size() ? granularity.roundDown(rows.get(next).value()) : upper;
  }

  private BsonDocument bucket(BsonValue lower, BsonValue upper, int from) {
    BsonDocument result =
        new BsonDocument("_id", new BsonDocument("min", lower).append("max", upper));
    output.forEach(
        (name, accumulation) -> {
          Accumulator accumulator = accumulation.start(variables.on(new BsonDocument()), memory);
          for (Row row : rows.subList(from, next)) {
            accumulator.add(accumulation.argument().evaluate(variables.on(row.document())));
          }
          result.put(name, accumulator.result());
        });
    return result;
  }
}
