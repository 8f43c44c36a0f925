package dev.mayfly.bench.mongo;

import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.util.ArrayList;
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
  private static final String FLOOR = "the least a server with its data in RocksDB can do";
  private static final double FLOOR_GOAL = 1.25;
  private static final double FIND_GOAL = 1;
  private static final double INSERT_MANY_GOAL = 4;
  private static final double GROUP_GOAL = 6;

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
    MemoryServer.name(report);
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
      bench.compare(first, floor, false);
      bench.compare(second, floorSync, true);
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

  private void compare(Subject subject, Subject floor, boolean synced) throws Exception {
    for (Operation operation : Operation.values()) {
      // Only a write knows whether commits are synced.
      if (!synced || operation.writes()) {
        for (int threads : THREADS) {
          compare(subject, floor, operation, threads);
        }
      }
    }
  }

  private void compare(Subject subject, Subject floor, Operation operation, int threads)
      throws Exception {
    List<Subject> subjects = new ArrayList<>(List.of(subject, peer));
    if (operation.isLone()) {
      subjects.add(floor);
    }
    List<List<Load>> loads =
        Comparison.each(
            scale.pace(),
            subjects.stream()
                .map(each -> (Measured) millis -> each.measure(operation, threads, millis))
                .toList());
    String name = subject.name() + "-" + operation.label() + "-" + threads;
    for (int i = 0; i < subjects.size(); i++) {
      report.progress("%s: %s %s", name, subjects.get(i).name(), Load.describe(loads.get(i)));
    }
    Comparison besidePeer = new Comparison(loads.get(0), loads.get(1));
    if (operation.isLone()) {
      Spread floors = new Comparison(loads.get(0), loads.get(2)).ratio(Load::serverMicros);
      report.beside(FLOOR).atMost("floor-" + name, floors, FLOOR_GOAL, remark(loads));
    }
    report.beside(MemoryServer.NAME);
    switch (operation) {
      case FIND -> report.atMost("cpu-" + name, besidePeer.ratio(Load::serverMicros), FIND_GOAL);
      case INSERT_MANY ->
          report.atLeast("rate-" + name, besidePeer.ratio(Load::perSecond), INSERT_MANY_GOAL);
      case GROUP -> report.atLeast("rate-" + name, besidePeer.ratio(Load::perSecond), GROUP_GOAL);
      default -> {} // Its remark says it.
    }
  }

  /** Ours and the least, beside the other server. */
  private static String remark(List<List<Load>> loads) {
    return String.format(
        Locale.ROOT,
        "beside %s %.2f, the least %.2f",
        MemoryServer.NAME,
        new Comparison(loads.get(0), loads.get(1)).ratio(Load::serverMicros).median(),
        new Comparison(loads.get(2), loads.get(1)).ratio(Load::serverMicros).median());
  }
}
