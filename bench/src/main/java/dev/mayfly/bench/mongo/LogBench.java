package dev.mayfly.bench.mongo;

import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.util.List;

/**
 * Transactions of two documents beside two single writes of mongo-java-server, which has no
 * transactions; the delivery of change streams beside its own; and what a write costs while the log
 * that change streams read is kept, beside the same without it.
 */
final class LogBench {
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final List<Operation> LOGGED =
      List.of(Operation.INSERT_ONE, Operation.INSERT_MANY, Operation.UPDATE_ONE);
  private static final double TRANSFER_GOAL = 1;
  private static final double STREAM_GOAL = 1;
  private static final double LOG_GOAL = 1.5;

  private final Report report;
  private final Scale scale;

  private LogBench(Report report, Scale scale) {
    this.report = report;
    this.scale = scale;
  }

  /** What can be asked for by name. */
  static final List<String> PARTS = List.of("transactions", "log", "streams");

  static void run(Scratch scratch, Report report, Scale scale, List<String> parts)
      throws Exception {
    try (MayflyServer plain = MayflyServer.start(scratch.directory("plain"), "relaxed");
        MayflyServer logged =
            MayflyServer.start(
                scratch.directory("logged"), "relaxed", List.of("--mongo-change-log", "always"));
        ChildServer memory = MemoryServer.start();
        ChildServer memoryLog = MemoryServer.startWithLog();
        Subject without = subject("plain", plain.process(), plain.mongoPort(), scale);
        Subject with = subject("logged", logged.process(), logged.mongoPort(), scale);
        Subject peer = subject("peer", memory, memory.port("port"), scale);
        Subject peerLog = subject("peer with log", memoryLog, memoryLog.port("port"), scale)) {
      for (Subject each : List.of(without, with, peer)) {
        each.load();
      }
      if (Pinning.isPossible()) {
        Pinning.pinClient();
      }
      LogBench bench = new LogBench(report, scale);
      if (parts.contains("transactions")) {
        bench.transfers(without, peer);
      }
      if (parts.contains("log")) {
        bench.logCost(with, without);
      }
      if (parts.contains("streams")) {
        bench.streams(with, peerLog);
      }
    }
  }

  private static Subject subject(String name, ChildServer process, int port, Scale scale) {
    return new Subject(name, process, port, scale.orders());
  }

  private void transfers(Subject ours, Subject peer) throws Exception {
    warmUp("transactions", millis -> ours.transfer(true, 8, millis));
    warmUp("two writes of the peer", millis -> peer.transfer(false, 8, millis));
    for (int threads : THREADS) {
      Comparison compared =
          compare(
              "transfer-" + threads,
              millis -> ours.transfer(true, threads, millis),
              millis -> peer.transfer(false, threads, millis));
      report.beside(MemoryServer.NAME);
      report.atMost(
          "cpu-transfer-" + threads,
          compared.ratio(Load::serverMicros),
          TRANSFER_GOAL,
          "a transaction of two updates beside two updates");
      report.atLeast("rate-transfer-" + threads, compared.ratio(Load::perSecond), TRANSFER_GOAL);
    }
  }

  private void logCost(Subject with, Subject without) throws Exception {
    for (Operation operation : LOGGED) {
      warmUp("logged " + operation.label(), millis -> with.warmUp(operation, 8, millis));
      warmUp("plain " + operation.label(), millis -> without.warmUp(operation, 8, millis));
      Comparison compared =
          compare(
              "log-" + operation.label(),
              millis -> with.measure(operation, 8, millis),
              millis -> without.measure(operation, 8, millis));
      report.beside("the same without the log");
      report.atMost(
          "cpu-log-" + operation.label(),
          compared.ratio(Load::serverMicros),
          LOG_GOAL,
          "with the log beside without");
    }
  }

  private void streams(Subject ours, Subject peer) throws Exception {
    delivered("stream-insertOne", ours, peer, 1);
    delivered("stream-insertMany", ours, peer, 100);
  }

  private void delivered(String name, Subject ours, Subject peer, int batch) throws Exception {
    warmUp(name, millis -> ours.deliver(batch, millis));
    warmUp(name + " of the peer", millis -> peer.deliver(batch, millis));
    Comparison compared =
        compare(name, millis -> ours.deliver(batch, millis), millis -> peer.deliver(batch, millis));
    report.beside(MemoryServer.NAME);
    report.atLeast("rate-" + name, compared.ratio(Load::perSecond), STREAM_GOAL);
    report.atMost("delay-" + name, compared.ratio(Load::p50Micros), STREAM_GOAL);
    report.atMost("cpu-" + name, compared.ratio(Load::serverMicros), STREAM_GOAL);
  }

  private void warmUp(String name, Measured load) throws Exception {
    ServerWarmUp.run(report, scale.pace(), name, load);
  }

  private Comparison compare(String name, Measured ours, Measured theirs) throws Exception {
    Comparison compared = Comparison.of(scale.pace(), ours, theirs);
    report.progress("%s: first  %s", name, Load.describe(compared.ours()));
    report.progress("%s: second %s", name, Load.describe(compared.theirs()));
    return compared;
  }
}
