package dev.mayfly.bench.mongo;

import dev.mayfly.bench.Report;
import dev.mayfly.bench.Scratch;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.process.ChildServer;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.Pinning;
import java.util.List;

/**
 * What drivers do most, through Mayfly with its data on disk, relaxed and synced, and through
 * mongo-java-server with its data in memory.
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

  /** Measures and reports all figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    // All are started before this process is pinned, which its children would inherit.
    try (MayflyServer relaxed = MayflyServer.start(scratch.directory("relaxed"), "relaxed");
        MayflyServer sync = MayflyServer.start(scratch.directory("sync"), "sync");
        ChildServer memory = MemoryServer.start();
        Subject first = subject("relaxed", relaxed.process(), relaxed.mongoPort(), scale);
        Subject second = subject("sync", sync.process(), sync.mongoPort(), scale);
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
      bench.warmUp(List.of(first, second, peer));
      bench.compare(first, RELAXED_GOAL);
      bench.compare(second, SYNC_GOAL);
    }
  }

  private static Subject subject(String name, ChildServer process, int port, Scale scale) {
    return new Subject(name, process, port, scale.orders());
  }

  private void warmUp(List<Subject> subjects) throws Exception {
    for (Operation operation : Operation.values()) {
      for (Subject each : subjects) {
        ServerWarmUp.run(
            report,
            scale.pace(),
            each.name() + " " + operation.label(),
            millis -> each.measure(operation, 8, millis));
      }
    }
  }

  private void compare(Subject subject, double processorGoal) throws Exception {
    for (Operation operation : Operation.values()) {
      for (int threads : THREADS) {
        compare(subject, operation, threads, processorGoal);
      }
    }
  }

  private void compare(Subject subject, Operation operation, int threads, double processorGoal)
      throws Exception {
    Comparison compared =
        Comparison.of(
            scale.pace(),
            millis -> subject.measure(operation, threads, millis),
            millis -> peer.measure(operation, threads, millis));
    String name = subject.name() + "-" + operation.label() + "-" + threads;
    report.progress("%s: mayfly %s", name, Load.describe(compared.ours()));
    report.progress("%s: peer   %s", name, Load.describe(compared.theirs()));
    report.atMost("cpu-" + name, compared.ratio(Load::serverMicros), processorGoal);
    if (operation == Operation.INSERT_MANY) {
      report.atLeast("rate-" + name, compared.ratio(Load::perSecond), INSERT_MANY_GOAL);
    }
    if (operation == Operation.GROUP) {
      report.atLeast("rate-" + name, compared.ratio(Load::perSecond), GROUP_GOAL);
    }
  }
}
