package dev.mayfly.mongo.aggregate.window;

import dev.mayfly.mongo.accumulator.AccumulationStatement;
import dev.mayfly.mongo.accumulator.Accumulator;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** An accumulator evaluated over the window of each document. */
record WindowAccumulation(AccumulationStatement accumulation, Window window)
    implements WindowFunction {
  /** Accumulators whose results are not changed by later additions. */
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
