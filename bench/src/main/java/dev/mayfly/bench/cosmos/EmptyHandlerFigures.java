package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import java.util.List;

/**
 * Point reads over plain HTTP through Mayfly, and the same requests to its port with no handler.
 */
final class EmptyHandlerFigures {
  private static final double GOAL = 1.4;
  private static final List<Integer> CONNECTIONS = List.of(1, 8);

  private final Report report;
  private final Pace pace;
  private final Subject mayfly;
  private final Subject empty;

  EmptyHandlerFigures(Report report, Pace pace, Subject mayfly, Subject empty) {
    this.report = report;
    this.pace = pace;
    this.mayfly = mayfly;
    this.empty = empty;
  }

  void warmUp() throws Exception {
    ServerWarmUp.run(report, pace, "mayfly plain read", reads(8));
    ServerWarmUp.run(report, pace, "empty handler", emptyReads(8));
  }

  void run() throws Exception {
    for (int connections : CONNECTIONS) {
      String name = "read-" + connections;
      Comparison compared = Comparison.of(pace, reads(connections), emptyReads(connections));
      report.progress("plain %s: mayfly %s", name, Load.describe(compared.ours()));
      report.progress("plain %s: empty  %s", name, Load.describe(compared.theirs()));
      report.beside("an empty handler on the same port");
      report.atMost("empty-cpu-" + name, compared.ratio(Load::serverMicros), GOAL);
    }
  }

  private Measured reads(int connections) {
    return millis -> mayfly.measure(Operation.READ, connections, millis);
  }

  private Measured emptyReads(int connections) {
    return millis ->
        empty.measure(
            (client, number) ->
                CosmosClient.expect(
                    200, client.read(OrderItems.id(number), OrderItems.partition(number))),
            connections,
            millis);
  }
}
