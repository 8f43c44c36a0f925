package dev.mayfly.torture.cluster;

import dev.mayfly.testkit.cluster.ClusterProcesses;
import dev.mayfly.testkit.cluster.NodeProcess;
import dev.mayfly.torture.cluster.judge.Findings;
import dev.mayfly.torture.cluster.load.ClusterLoad;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.process.Command;
import dev.mayfly.torture.round.Scratch;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A run: one fault after another on one cluster, as a seed plans them, under load. */
public final class ClusterTorture {
  static {
    // The server's own logging is for servers; this is read before anything is logged.
    System.setProperty("logback.configurationFile", "torture-logback.xml");
  }

  private static final int SMALL_DISK_MEBIBYTES = 512;

  /** A node that begins with nothing gets a snapshot, not the whole log. */
  private static final List<String> SETTINGS = List.of("--cluster-log-megabytes", "1");

  /** Far more than it takes, also where other programs take most of the processors. */
  private static final long RECOVERY_SECONDS = 600;

  private static final long CALM_MILLIS = 1_000;
  private static final String INSTALLS = "mayfly_cluster_snapshots_installed";

  private final ClusterOptions options;
  private final PrintStream out;
  private final Scratch scratch;
  private final Findings findings = new Findings();
  private final Map<Fault, Integer> done = new EnumMap<>(Fault.class);
  private final Map<Fault, Integer> skipped = new EnumMap<>(Fault.class);
  private long longestRecoveryMillis;
  private long installs;

  /**
   * A run.
   *
   * @param directory for its data; removed if all went well
   */
  public ClusterTorture(ClusterOptions options, Path directory, PrintStream out)
      throws IOException {
    this.options = options;
    this.out = out;
    this.scratch = new Scratch(directory);
  }

  /** True if everything was as it must be. */
  public boolean run() throws IOException, InterruptedException {
    long start = System.nanoTime();
    out.println("torture cluster: seed " + options.seed() + ", data in " + scratch.root());
    boolean well = true;
    List<String> lines = new ArrayList<>();
    try (ClusterProcesses cluster =
        new ClusterProcesses("torture", scratch.root(), SMALL_DISK_MEBIBYTES, SETTINGS)) {
      try {
        run(cluster, lines);
      } catch (Exception | AssertionError e) {
        well = false;
        keep(cluster, e);
      }
    }
    lines.forEach(line -> out.println("  " + line));
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    out.println(summary(well, seconds));
    if (well) {
      Scratch.delete(scratch.root());
    }
    return well;
  }

  private String summary(boolean well, long seconds) {
    long kills = done.getOrDefault(Fault.KILL_LEADER, 0);
    long partitions =
        done.entrySet().stream()
            .filter(each -> each.getKey().isPartition())
            .mapToLong(Map.Entry::getValue)
            .sum();
    StringBuilder faults = new StringBuilder();
    done.forEach(
        (fault, count) -> faults.append(", ").append(fault.word()).append(' ').append(count));
    return "torture cluster: seed "
        + options.seed()
        + ", "
        + seconds
        + " s"
        + faults
        + (skipped.isEmpty() ? "" : ", skipped " + skipped)
        + "; "
        + kills
        + " leader kills, "
        + partitions
        + " partitions, "
        + installs
        + " snapshot installs, slowest recovery "
        + longestRecoveryMillis
        + " ms"
        + (well
            ? ": all well (0 lost, 0 diverged, 0 expired seen, 0 not linearizable)"
            : ": FAILED, replay with --seed " + options.seed());
  }

  private void run(ClusterProcesses cluster, List<String> lines)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(options.minutes());
    Random plan = new Random(options.seed());
    cluster.startAll();
    cluster.awaitAll();
    Deque<Fault> deck = new ArrayDeque<>();
    try (ClusterLoad load =
        new ClusterLoad(cluster.mongoUri(), cluster.cosmosPort(), findings, plan.nextLong())) {
      try {
        load.start();
        for (long i = 1; i <= options.rounds() && System.nanoTime() < end; i++) {
          if (deck.isEmpty()) {
            deck.addAll(Fault.deck(options.faults(), options.shares(), plan));
          }
          round(i, deck.poll(), cluster, load, new Random(plan.nextLong()));
        }
        load.finish();
        findings.require();
      } finally {
        lines.addAll(load.lines());
        load.errors().forEach((error, count) -> lines.add("error " + error + ": " + count));
      }
    }
    compareReplicas(cluster);
  }

  private void round(
      long number, Fault fault, ClusterProcesses cluster, ClusterLoad load, Random random)
      throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(random.nextLong(CALM_MILLIS));
    long start = System.nanoTime();
    Map<NodeProcess, Double> before = installs(cluster);
    Optional<String> what = new FaultInjector(cluster, load::acknowledged, random).inject(fault);
    long healed = System.nanoTime();
    awaitRecovery(fault, cluster, load);
    long recovery = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - healed);
    longestRecoveryMillis = Math.max(longestRecoveryMillis, recovery);
    installs(cluster)
        .forEach(
            (node, now) -> {
              double then = before.getOrDefault(node, 0.0);
              installs += Math.round(now < then ? now : now - then);
            });
    load.judgeItems();
    findings.require();
    (what.isPresent() ? done : skipped).merge(fault, 1, Integer::sum);
    out.println(
        "round "
            + number
            + " "
            + fault.word()
            + " "
            + what.orElse("skipped: no small file system can be mounted (that needs root)")
            + ": "
            + TimeUnit.NANOSECONDS.toMillis(healed - start)
            + " ms, recovered after "
            + recovery
            + " ms, ok");
  }

  private static Map<NodeProcess, Double> installs(ClusterProcesses cluster)
      throws InterruptedException {
    Map<NodeProcess, Double> installs = new HashMap<>();
    for (NodeProcess node : cluster.nodes()) {
      node.metric(INSTALLS).ifPresent(count -> installs.put(node, count));
    }
    return installs;
  }

  /** Every client that writes is answered again, and all nodes take part. */
  private void awaitRecovery(Fault fault, ClusterProcesses cluster, ClusterLoad load)
      throws IOException, InterruptedException {
    Map<String, Long> before = load.written();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RECOVERY_SECONDS);
    while (true) {
      boolean writes =
          load.written().entrySet().stream()
              .allMatch(each -> each.getValue() > before.get(each.getKey()));
      if (writes && cluster.isWhole()) {
        return;
      }
      if (fault == Fault.FULL_DISK) {
        // A node whose log can't be written ends; an operator makes space and starts it.
        cluster.startAll();
      }
      if (!findings.isEmpty()) {
        return;
      }
      if (System.nanoTime() > end) {
        throw new Violation(
            "the cluster has not recovered after "
                + RECOVERY_SECONDS
                + " s: whole "
                + cluster.isWhole()
                + ", requests answered then "
                + before
                + " and now "
                + load.written());
      }
      TimeUnit.MILLISECONDS.sleep(100);
    }
  }

  /** The rows of all nodes with each other, and those of each node with themselves. */
  private static void compareReplicas(ClusterProcesses cluster)
      throws IOException, InterruptedException {
    cluster.awaitAll();
    Operator.check(cluster.node(cluster.awaitLeader()));
    for (NodeProcess node : cluster.nodes()) {
      Path backup = Operator.backup(node, "end");
      Command check = Command.check(backup);
      if (check.exitCode() != 0) {
        throw new Violation("check of " + node.id() + ": " + check);
      }
    }
    for (NodeProcess node : cluster.nodes()) {
      node.stop();
    }
  }

  private void keep(ClusterProcesses cluster, Throwable thrown) throws IOException {
    Path file = scratch.root().resolve("failure.txt");
    List<String> lines = new ArrayList<>(List.of(thrown.toString()));
    for (StackTraceElement element : thrown.getStackTrace()) {
      lines.add("  at " + element);
    }
    lines.addAll(findings.lines());
    lines.addAll(cluster.describe());
    Files.write(file, lines);
    out.println("torture cluster: FAILED: " + thrown);
    out.println("torture cluster: the rest is in " + file + "; logs and data are beside it");
  }
}
