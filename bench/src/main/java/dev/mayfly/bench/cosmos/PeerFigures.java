package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.Pace;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Each operation through Mayfly and through the peer, over HTTPS. */
final class PeerFigures {
  private static final double READ_GOAL = 4;
  private static final double WRITE_GOAL = 3;
  private static final double LATENCY_GOAL = 0.6;
  static final List<Integer> CONNECTIONS = List.of(1, 8);

  private final Report report;
  private final Pace pace;
  private final Subject mayfly;
  private final Optional<Subject> peer;

  PeerFigures(Report report, Pace pace, Subject mayfly, Optional<Subject> peer) {
    this.report = report;
    this.pace = pace;
    this.mayfly = mayfly;
    this.peer = peer;
  }

  void warmUp() throws Exception {
    for (Operation operation : Operation.values()) {
      warmUp(mayfly, operation);
      if (peer.isPresent()) {
        warmUp(peer.get(), operation);
      }
    }
  }

  private void warmUp(Subject subject, Operation operation) throws Exception {
    ServerWarmUp.run(
        report, pace, subject.name() + " " + operation.label(), measured(subject, operation, 8));
  }

  void run() throws Exception {
    for (Operation operation : Operation.values()) {
      for (int connections : CONNECTIONS) {
        figure(operation, connections);
      }
    }
  }

  private void figure(Operation operation, int connections) throws Exception {
    String name = operation.label() + "-" + connections;
    Measured ours = measured(mayfly, operation, connections);
    if (peer.isEmpty()) {
      List<Load> rounds = new ArrayList<>();
      for (int round = 0; round < pace.rounds(); round++) {
        rounds.add(ours.measure(pace.roundMillis()));
      }
      report.progress("%s: mayfly %s", name, Load.describe(rounds));
      return;
    }
    Comparison compared = Comparison.of(pace, ours, measured(peer.get(), operation, connections));
    report.progress("%s: mayfly %s", name, Load.describe(compared.ours()));
    report.progress("%s: peer   %s", name, Load.describe(compared.theirs()));
    double goal = operation == Operation.READ ? READ_GOAL : WRITE_GOAL;
    report.beside(Peer.PACKAGE);
    report.atLeast("peer-cpu-" + name, compared.ratio(Load::serverMicros).inverted(), goal);
    report.atMost("peer-p99-" + name, compared.ratio(Load::p99Micros), LATENCY_GOAL);
  }

  private static Measured measured(Subject subject, Operation operation, int connections) {
    return millis -> subject.measure(operation, connections, millis);
  }
}
