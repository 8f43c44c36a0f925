package dev.mayfly.mongo.aggregate.stage;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.MemoryUse;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortRow;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Distributes the sorted documents of a {@code $bucketAuto} over buckets. */
final class Buckets {
  private final int bucketsMax;
  private final Map<String, AccumulationStatement> output;
  private final Granularity granularity;
  private final BsonOrder order;
  private final Variables variables;
  private final MemoryUse memory;
  private Iterator<SortRow<BsonDocument>> rows;

  /** The next row; null at the end. */
  private SortRow<BsonDocument> next;

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

  /** A bucket that is being filled. */
  private final class Bucket {
    private final List<Accumulator> accumulators = new ArrayList<>();

    private Bucket() {
      output
          .values()
          .forEach(each -> accumulators.add(each.start(variables.on(new BsonDocument()), memory)));
    }

    /** Takes the next row; returns its value. */
    private BsonValue take() {
      SortRow<BsonDocument> row = next;
      next = rows.hasNext() ? rows.next() : null;
      int i = 0;
      for (AccumulationStatement each : output.values()) {
        accumulators.get(i++).add(each.argument().evaluate(variables.on(row.value())));
      }
      return row.key()[0];
    }

    private BsonDocument result(BsonValue lower, BsonValue upper) {
      BsonDocument result =
          new BsonDocument("_id", new BsonDocument("min", lower).append("max", upper));
      int i = 0;
      for (String name : output.keySet()) {
        result.put(name, accumulators.get(i++).result());
      }
      return result;
    }
  }

  /**
   * @param sorted by their values, which are their keys
   * @param count how many there are
   */
  DocumentStream results(Iterator<SortRow<BsonDocument>> sorted, long count) {
    rows = sorted;
    next = rows.hasNext() ? rows.next() : null;
    long each = Math.max(1, Math.round((double) count / bucketsMax));
    List<BsonDocument> buckets = new ArrayList<>();
    BsonValue lower = null;
    while (next != null) {
      boolean isLast = buckets.size() == bucketsMax - 1;
      BsonValue least = lower == null ? lowest(next.key()[0]) : lower;
      Bucket bucket = new Bucket();
      BsonValue last = null;
      for (long taken = 0; next != null && (isLast || taken < each); taken++) {
        last = bucket.take();
      }
      BsonValue upper =
          granularity == null ? absorbEqual(bucket, last) : absorbRounded(bucket, last);
      buckets.add(bucket.result(least, upper));
      lower = granularity == null ? null : upper;
    }
    return DocumentStreams.of(buckets);
  }

  private BsonValue lowest(BsonValue value) {
    return granularity == null ? value : granularity.roundDown(value);
  }

  /** Equal values stay in one bucket, which ends where the next one begins. */
  private BsonValue absorbEqual(Bucket bucket, BsonValue last) {
    while (next != null && order.equal(next.key()[0], last)) {
      bucket.take();
    }
    return next != null ? next.key()[0] : last;
  }

  private BsonValue absorbRounded(Bucket bucket, BsonValue last) {
    BsonValue upper = granularity.roundUp(last);
    while (next != null && order.compare(upper, next.key()[0]) > 0) {
      bucket.take();
    }
    boolean isZero = Granularity.isZero(upper);
    return isZero && next != null ? granularity.roundDown(next.key()[0]) : upper;
  }
}
