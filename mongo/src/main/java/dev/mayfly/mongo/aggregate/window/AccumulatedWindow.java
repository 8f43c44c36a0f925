package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.accumulator.Accumulation;
import dev.mayfly.mongo.accumulator.Accumulator;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An accumulator over the window of each document. */
final class AccumulatedWindow implements WindowFunction {
  /** Those whose results do not change when more is added later. */
  private static final Set<String> GROWING =
      Set.of(
          "$sum",
          "$avg",
          "$min",
          "$max",
          "$first",
          "$last",
          "$count",
          "$stdDevPop",
          "$stdDevSamp",
          "$covariancePop",
          "$covarianceSamp",
          "$integral");

  private final Accumulation accumulation;
  private final Window window;

  AccumulatedWindow(Accumulation accumulation, Window window) {
    this.accumulation = accumulation;
    this.window = window;
  }

  @Override
  public BsonValue[] over(Partition partition) {
    BsonValue[] results = new BsonValue[partition.size()];
    boolean grows = window.beginsAtFirst() && GROWING.contains(accumulation.name());
    Accumulator accumulator = start(partition);
    int added = 0;
    int lastFrom = -1;
    int lastTo = -1;
    for (int i = 0; i < results.length; i++) {
      partition.steps().next();
      int from = window.from(partition, i);
      int to = window.to(partition, i);
      if (i > 0 && from == lastFrom && to == lastTo) {
        results[i] = results[i - 1];
        continue;
      }
      if (!grows) {
        accumulator = start(partition);
        added = from;
      }
      for (; added < to; added++) {
        partition.steps().next();
        accumulator.add(partition.value(accumulation.argument(), added));
      }
      results[i] = accumulator.result();
      lastFrom = from;
      lastTo = to;
    }
    return results;
  }

  private Accumulator start(Partition partition) {
    return accumulation.start(partition.variables().on(new BsonDocument()), partition.memory());
  }
}
