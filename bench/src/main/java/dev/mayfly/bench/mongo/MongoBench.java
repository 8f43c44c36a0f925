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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What drivers do most, through Mayfly with its data on disk, relaxed and synced, and through
 * mongo-java-server with its data in memory. Beside lone operations stands what the least costs
 * that a server can do: no parsing, one bare get or put, a reply that was made before.
 */
public final class MongoBench {
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final double RELAXED_GOAL = 0.5;
  private static final double SYNC_GOAL = 0.7;
  private static final double INSERT_MANY_GOAL = 3;
  private static final double GROUP_GOAL = 5;

  private final Report report;
  private final Scale scale;
  private final Subject peer;

  private MongoBench(Report report, Scale scale, Subject peer) {
    this.report = report;
    this.scale = scale;
    this.peer = peer;
  }

  /** What can be asked for by name. */
  public static final List<String> PARTS = List.of("operations", "transactions", "log", "streams");

  /** Measures and reports the figures of some parts. */
  public static void run(Scratch scratch, Report report, boolean quick, List<String> parts)
      throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    if (parts.contains("operations")) {
      operations(scratch, report, scale);
    }
    if (LogBench.PARTS.stream().anyMatch(parts::contains)) {
      LogBench.run(scratch, report, scale, parts);
    }
  }

  private static void operations(Scratch scratch, Report report, Scale scale) throws Exception {
    // All are started before this process is pinned, which its children would inherit.
    try (MayflyServer relaxed = MayflyServer.start(scratch.directory("relaxed"), "relaxed");
        MayflyServer sync = MayflyServer.start(scratch.directory("sync"), "sync");
        ChildServer memory = MemoryServer.start();
        ChildServer least = FloorServer.start(scratch.directory("least"), false, scale.orders());
        ChildServer leastSync =
            FloorServer.start(scratch.directory("least-sync"), true, scale.orders());
        Subject first = subject("relaxed", relaxed.process(), relaxed.mongoPort(), scale);
        Subject second = subject("sync", sync.process(), sync.mongoPort(), scale);
        Subject floor = subject("floor", least, least.port("port"), scale);
        Subject floorSync = subject("sync floor", leastSync, leastSync.port("port"), scale);
        Subject peer = subject("peer", memory, memory.port("port"), scale)) {
      for (Subject each : List.of(first, second, peer)) {
        each.load();
        report.progress("%s: %,d documents of 400 bytes", each.name(), scale.orders());
      }
      if (Pinning.isPossible()) {
        Pinning.pinClient();
        report.progress("the client is pinned to one core, each server to the other");
      } else {
        report.progress("nothing is pinned: that takes two cores and taskset; rates mean little");
      }
      MongoBench bench = new MongoBench(report, scale, peer);
      bench.warmUp(List.of(first, second, peer), List.of(floor, floorSync));
      bench.compare(first, floor, RELAXED_GOAL);
      bench.compare(second, floorSync, SYNC_GOAL);
    }
  }

  /** All operations as loads on one server. Its connections last as long as this process. */
  public static Map<String, Measured> loads(MayflyServer server) {
    Subject subject =
        new Subject("mayfly", server.process(), server.mongoPort(), Scale.QUICK.orders());
    subject.load();
    Map<String, Measured> loads = new LinkedHashMap<>();
    for (Operation operation : Operation.values()) {
      for (int threads : THREADS) {
        loads.put(
            operation.label() + "-" + threads,
            millis -> subject.measure(operation, threads, millis));
      }
    }
    return loads;
  }

  private static Subject subject(String name, ChildServer process, int port, Scale scale) {
    return new Subject(name, process, port, scale.orders());
  }

  private void warmUp(List<Subject> subjects, List<Subject> floors) throws Exception {
    for (Operation operation : Operation.values()) {
      for (Subject each : subjects) {
        warmUp(each, operation);
      }
      if (operation.isLone()) {
        for (Subject each : floors) {
          warmUp(each, operation);
        }
      }
    }
  }

  private void warmUp(Subject subject, Operation operation) throws Exception {
    ServerWarmUp.run(
        report,
        scale.pace(),
        subject.name() + " " + operation.label(),
        millis -> subject.warmUp(operation, 8, millis));
  }

  private void compare(Subject subject, Subject floor, double processorGoal) throws Exception {
    for (Operation operation : Operation.values()) {
      for (int threads : THREADS) {
        String remark = operation.isLone() ? floor(floor, operation, threads) : "";
        compare(subject, operation, threads, processorGoal, remark);
      }
    }
  }

  /** What the least that a server can do costs, beside the other server. */
  private String floor(Subject floor, Operation operation, int threads) throws Exception {
    Comparison compared =
        Comparison.of(
            scale.pace(),
            millis -> floor.measure(operation, threads, millis),
            millis -> peer.measure(operation, threads, millis));
    report.progress("the least of %s: %s", operation.label(), Load.describe(compared.ours()));
    return String.format(Locale.ROOT, "the least is %.2f", compared.ratio(Load::serverMicros));
  }

  private void compare(
      Subject subject, Operation operation, int threads, double processorGoal, String remark)
      throws Exception {
    Comparison compared =
        Comparison.of(
            scale.pace(),
            millis -> subject.measure(operation, threads, millis),
            millis -> peer.measure(operation, threads, millis));
    String name = subject.name() + "-" + operation.label() + "-" + threads;
    report.progress("%s: mayfly %s", name, Load.describe(compared.ours()));
    report.progress("%s: peer   %s", name, Load.describe(compared.theirs()));
    report.atMost("cpu-" + name, compared.ratio(Load::serverMicros), processorGoal, remark);
    if (operation == Operation.INSERT_MANY) {
      report.atLeast("rate-" + name, compared.ratio(Load::perSecond), INSERT_MANY_GOAL);
    }
    if (operation == Operation.GROUP) {
      report.atLeast("rate-" + name, compared.ratio(Load::perSecond), GROUP_GOAL);
    }
  }
}
