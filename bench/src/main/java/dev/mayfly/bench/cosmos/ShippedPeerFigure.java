package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.client.CosmosClient;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ChildServer;
import java.util.Arrays;

/**
 * Point reads beside the peer as its own command runs it: it closes the connection after each
 * answer, so that every request of every client pays for a handshake.
 */
final class ShippedPeerFigure {
  private static final double PROCESSOR_GOAL = 10;

  /** Each is loaded over a connection of its own. */
  private static final int ITEMS = 200;

  private final Report report;
  private final Pace pace;
  private final Subject mayfly;

  ShippedPeerFigure(Report report, Pace pace, Subject mayfly) {
    this.report = report;
    this.pace = pace;
    this.mayfly = mayfly;
  }

  void run() throws Exception {
    try (ChildServer child = Peer.start(report, false).orElseThrow()) {
      byte[][] items = new byte[ITEMS][];
      Arrays.setAll(items, OrderItems::json);
      int port = child.port("port");
      load(port, items);
      Subject peer = new Subject("peer", child, port, true, items);
      Measured theirs =
          millis ->
              peer.measure(
                  (unused, number) -> {
                    try (CosmosClient client = CosmosClient.connect(port, true)) {
                      Operation.READ.once(client, items[number], number);
                    }
                  },
                  1,
                  millis);
      ServerWarmUp.run(report, pace, "peer as shipped", theirs);
      Comparison compared =
          Comparison.of(pace, millis -> mayfly.measure(Operation.READ, 1, millis), theirs);
      report.progress("read-1: mayfly          %s", Load.describe(compared.ours()));
      report.progress("read-1: peer as shipped %s", Load.describe(compared.theirs()));
      report.beside(Peer.PACKAGE + " as its command runs it");
      report.atLeast(
          "shipped-peer-cpu-read-1", compared.ratio(Load::serverMicros).inverted(), PROCESSOR_GOAL);
      report.atMost("shipped-peer-p99-read-1", compared.ratio(Load::p99Micros), 1);
    }
  }

  private static void load(int port, byte[][] items) throws Exception {
    try (CosmosClient client = CosmosClient.connect(port, true)) {
      client.createDatabase();
    }
    try (CosmosClient client = CosmosClient.connect(port, true)) {
      client.createContainer("");
    }
    for (int i = 0; i < items.length; i++) {
      try (CosmosClient client = CosmosClient.connect(port, true)) {
        Operation.CREATE.once(client, items[i], i);
      }
    }
  }
}
