package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and writes of items over HTTPS and in direct mode, beside another server and beside an
 * empty handler.
 */
public final class CosmosBench {
  private static final String PEER = "peer";
  private static final String DIRECT = "direct";
  private static final String EMPTY = "empty";

  /** What can be measured alone. */
  public static final List<String> PARTS = List.of(PEER, DIRECT, EMPTY);

  private final Report report;
  private final Scale scale;
  private final List<String> parts;

  private CosmosBench(Report report, Scale scale, List<String> parts) {
    this.report = report;
    this.scale = scale;
    this.parts = parts;
  }

  /** Measures and reports the figures of some parts. */
  public static void run(Report report, boolean quick, List<String> parts) throws Exception {
    new CosmosBench(report, quick ? Scale.QUICK : Scale.FULL, parts).run();
  }

  /** All operations as loads on one server, over HTTPS. */
  public static Map<String, Measured> loads(MayflyServer server) throws IOException {
    Subject subject =
        new Subject(
            "mayfly", server.process(), server.cosmosPort(), true, items(Scale.QUICK.items()));
    subject.load();
    Map<String, Measured> loads = new LinkedHashMap<>();
    for (Operation operation : Operation.values()) {
      for (int connections : PeerFigures.CONNECTIONS) {
        loads.put(
            operation.label() + "-" + connections,
            millis -> subject.measure(operation, connections, millis));
      }
    }
    return loads;
  }

  private static byte[][] items(int count) {
    byte[][] items = new byte[count][];
    for (int i = 0; i < items.length; i++) {
      items[i] = OrderItems.json(i);
    }
    return items;
  }

  private void run() throws Exception {
    byte[][] items = items(scale.items());
    // All are started before this process is pinned, which its children would inherit.
    try (MayflyServer server = MayflyServer.start()) {
      Subject mayfly = new Subject("mayfly", server.process(), server.cosmosPort(), true, items);
      load(mayfly);
      try (ChildServer empty = EmptyServer.start(mayfly.answerBytes())) {
        Optional<ChildServer> peer =
            parts.contains(PEER) ? Peer.start(report, true) : Optional.empty();
        try {
          run(
              mayfly,
              peer.map(child -> new Subject("peer", child, child.port("port"), true, items)),
              new Subject("empty", empty, empty.port("port"), false, items),
              server.cosmosDirectPort(),
              empty.port("direct"));
        } finally {
          peer.ifPresent(ChildServer::close);
        }
      }
    }
  }

  private void run(
      Subject mayfly, Optional<Subject> peer, Subject empty, int directPort, int emptyDirectPort)
      throws Exception {
    if (peer.isPresent()) {
      load(peer.get());
    }
    if (Pinning.isPossible()) {
      Pinning.pinClient();
      report.progress("the client is pinned to one core, each server to the other");
    } else {
      report.progress("nothing is pinned: that takes two cores and taskset; rates mean little");
    }
    PeerFigures beside = new PeerFigures(report, scale.pace(), mayfly, peer);
    EmptyHandlerFigures raw = new EmptyHandlerFigures(report, scale.pace(), mayfly.plain(), empty);
    DirectFigures direct = new DirectFigures(report, scale.pace(), mayfly, directPort);
    DirectFloorFigures floor =
        new DirectFloorFigures(report, scale.pace(), mayfly, empty, emptyDirectPort, direct);
    beside.warmUp();
    if (parts.contains(DIRECT)) {
      direct.warmUp();
      floor.warmUp();
    }
    if (parts.contains(EMPTY)) {
      raw.warmUp();
    }
    if (parts.contains(PEER)) {
      beside.run();
    }
    if (peer.isPresent()) {
      new ShippedPeerFigure(report, scale.pace(), mayfly).run();
    }
    if (parts.contains(DIRECT)) {
      direct.run();
      floor.run();
    }
    if (parts.contains(EMPTY)) {
      raw.run();
    }
  }

  private void load(Subject subject) throws Exception {
    String protection = subject.load();
    report.progress("%s: %,d items of 1 KB, %s", subject.name(), scale.items(), protection);
  }
}
