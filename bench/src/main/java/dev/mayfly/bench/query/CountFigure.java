package dev.mayfly.bench.query;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import java.util.List;
import org.bson.BsonValue;

/** The number of all items of a container, beside that of another with a tenth of them. */
final class CountFigure {
  static final String TENTH = "tenth";

  private static final String QUERY = "SELECT VALUE COUNT(1) FROM c";

  /** It takes the same time; that is what the spread of equal runs allows to say. */
  private static final double GOAL = 1.2;

  private final Report report;
  private final Scale scale;
  private final MayflySubject mayfly;

  CountFigure(Report report, Scale scale, MayflySubject mayfly) {
    this.report = report;
    this.scale = scale;
    this.mayfly = mayfly;
  }

  void run() throws Exception {
    try (CosmosClient all = mayfly.client(CosmosClient.CONTAINER);
        CosmosClient tenth = mayfly.client(TENTH)) {
      check(all, scale.items());
      check(tenth, scale.items() / 10);
      ServerWarmUp.run(report, scale.pace(), "mayfly count of all", millis -> load(all, millis));
      Comparison compared =
          Comparison.of(scale.pace(), millis -> load(all, millis), millis -> load(tenth, millis));
      report.progress("count-all: %,d items  %s", scale.items(), Load.describe(compared.ours()));
      report.progress(
          "count-all: %,d items  %s", scale.items() / 10, Load.describe(compared.theirs()));
      report.beside("a tenth of the items");
      report.atMost("count-all-10x", compared.ratio(Load::serverMicros), GOAL);
    }
  }

  private static void check(CosmosClient client, int items) throws Exception {
    List<BsonValue> results = CosmosQuery.results(client, QUERY);
    if (results.size() != 1 || results.get(0).asNumber().longValue() != items) {
      throw new IllegalStateException(items + " items are counted as " + results);
    }
  }

  private Load load(CosmosClient client, long millis) throws Exception {
    return Meter.measure(
        mayfly, 1, millis, 1, (worker, number) -> CosmosQuery.count(client, QUERY));
  }
}
