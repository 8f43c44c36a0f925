package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.client.DirectClient;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Meter;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.load.Settling;
import dev.mayfly.bench.measure.Report;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Each operation in direct mode, beside gateway mode over HTTPS: the same server and items, and as
 * many requests at a time. In direct mode they share a connection, as those of an SDK do; over HTTP
 * each has its own.
 */
final class DirectFigures {
  private static final double PROCESSOR_GOAL = 0.6;
  private static final double LATENCY_GOAL = 1;
  static final List<Integer> OUTSTANDING = List.of(1, 8);
  private static final List<Operation> OPERATIONS = List.of(Operation.READ, Operation.UPSERT);

  private final Report report;
  private final Pace pace;
  private final Subject mayfly;
  private final int directPort;
  private final Map<String, Comparison> measured = new HashMap<>();

  DirectFigures(Report report, Pace pace, Subject mayfly, int directPort) {
    this.report = report;
    this.pace = pace;
    this.mayfly = mayfly;
    this.directPort = directPort;
  }

  void warmUp() throws Exception {
    for (Operation operation : OPERATIONS) {
      for (int outstanding : OUTSTANDING) {
        ServerWarmUp.run(
            report,
            pace,
            "direct " + operation.label() + "-" + outstanding,
            direct(operation, outstanding));
      }
    }
  }

  void run() throws Exception {
    for (Operation operation : OPERATIONS) {
      for (int outstanding : OUTSTANDING) {
        // What the warm-up wrote is compacted meanwhile; its share of a request would be large.
        Settling.await(mayfly.view());
        String name = operation.label() + "-" + outstanding;
        Comparison compared =
            Comparison.of(
                pace,
                direct(operation, outstanding),
                millis -> mayfly.measure(operation, outstanding, millis));
        measured.put(name, compared);
        report.progress("%s: direct  %s", name, Load.describe(compared.ours()));
        report.progress("%s: gateway %s", name, Load.describe(compared.theirs()));
        report.beside("the same over HTTPS");
        report.atMost("direct-cpu-" + name, compared.ratio(Load::serverMicros), PROCESSOR_GOAL);
        report.atMost("direct-p99-" + name, compared.ratio(Load::p99Micros), LATENCY_GOAL);
      }
    }
  }

  /** What was measured of an operation: direct mode, beside HTTPS. */
  Comparison measured(Operation operation, int outstanding) {
    return measured.get(operation.label() + "-" + outstanding);
  }

  private Measured direct(Operation operation, int outstanding) {
    return millis -> {
      try (DirectClient client = DirectClient.connect(directPort)) {
        once(client, operation, 0);
        return Meter.measure(
            mayfly.view(),
            outstanding,
            millis,
            mayfly.items().length,
            (worker, number) -> once(client, operation, number));
      }
    };
  }

  private void once(DirectClient client, Operation operation, int number) throws IOException {
    byte[] json = mayfly.items()[number];
    String partition = OrderItems.partition(number);
    OrderItems.check(
        CosmosClient.expect(
            200,
            operation == Operation.READ
                ? client.read(OrderItems.id(number), partition)
                : client.upsert(partition, json)),
        json);
  }
}
