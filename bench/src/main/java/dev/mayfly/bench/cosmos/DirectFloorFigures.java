package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import java.util.List;

/**
 * What of a read remains in direct mode if nothing is done for it: the same frames to the port of
 * direct mode with an empty handler, beside Mayfly over HTTPS. No ratio of direct mode to HTTPS can
 * be below that. For an upsert, what it takes more than a read is added: the commit, which is no
 * matter of the mode.
 */
final class DirectFloorFigures {
  private static final double GOAL = 0.6;

  private final Report report;
  private final Pace pace;
  private final Subject mayfly;
  private final Subject empty;
  private final int emptyDirectPort;
  private final DirectFigures figures;

  /**
   * @param figures which are measured before this is run
   */
  DirectFloorFigures(
      Report report,
      Pace pace,
      Subject mayfly,
      Subject empty,
      int emptyDirectPort,
      DirectFigures figures) {
    this.report = report;
    this.pace = pace;
    this.mayfly = mayfly;
    this.empty = empty;
    this.emptyDirectPort = emptyDirectPort;
    this.figures = figures;
  }

  void warmUp() throws Exception {
    for (int outstanding : DirectFigures.OUTSTANDING) {
      ServerWarmUp.run(report, pace, "empty direct read-" + outstanding, direct(outstanding));
    }
  }

  void run() throws Exception {
    for (int outstanding : DirectFigures.OUTSTANDING) {
      String name = "read-" + outstanding;
      Comparison compared =
          Comparison.of(
              pace,
              direct(outstanding),
              millis -> mayfly.measure(Operation.READ, outstanding, millis));
      report.progress("%s: empty direct %s", name, Load.describe(compared.ours()));
      report.progress("%s: gateway      %s", name, Load.describe(compared.theirs()));
      report.beside("the same over HTTPS");
      report.atMost("direct-floor-" + name, compared.ratio(Load::serverMicros), GOAL);
      report.atMost("direct-floor-upsert-" + outstanding, upsert(compared, outstanding), GOAL);
    }
  }

  private double upsert(Comparison floor, int outstanding) {
    Comparison upsert = figures.measured(Operation.UPSERT, outstanding);
    Comparison read = figures.measured(Operation.READ, outstanding);
    double commit = micros(upsert.ours()) - micros(read.ours());
    return (micros(floor.ours()) + commit) / micros(upsert.theirs());
  }

  private static double micros(List<Load> rounds) {
    return Comparison.middle(rounds, Load::serverMicros);
  }

  private Measured direct(int outstanding) {
    return millis -> {
      try (DirectClient client = DirectClient.connect(emptyDirectPort)) {
        return Meter.measure(
            empty.view(),
            outstanding,
            millis,
            empty.items().length,
            (worker, number) ->
                CosmosClient.expect(
                    200, client.read(OrderItems.id(number), OrderItems.partition(number))));
      }
    };
  }
}
