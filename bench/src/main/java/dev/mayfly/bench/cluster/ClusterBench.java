package dev.mayfly.bench.cluster;

import com.mongodb.ReadPreference;
import dev.mayfly.bench.load.Comparison;
import dev.mayfly.bench.load.Load;
import dev.mayfly.bench.load.Measured;
import dev.mayfly.bench.load.ServerWarmUp;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ProcessView;
import dev.mayfly.bench.process.ProcessorTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Durable writes and reads of one server and of three nodes, in turn, with the same driver. All
 * processes share the machine's cores; processor time is what is compared where it matters.
 */
public final class ClusterBench {
  private static final List<Integer> OUTSTANDING = List.of(1, 16, 64, 256);
  private static final int NODES = 3;
  private static final int READERS = 8;
  private static final double LONE_WRITE_GOAL = 3;
  private static final int RATE_OUTSTANDING = 64;
  private static final double RATE_GOAL = 0.5;
  private static final double READ_GOAL = 1.15;
  private static final double ELECTION_SECONDS = 2;
  private static final double FAILOVER_GOAL = 2 * ELECTION_SECONDS + 1;

  private final Report report;
  private final Scale scale;
  private final Subject single;
  private final Subject cluster;

  private ClusterBench(Report report, Scale scale, Subject single, Subject cluster) {
    this.report = report;
    this.scale = scale;
    this.single = single;
    this.cluster = cluster;
  }

  /** Measures and reports the figures. */
  public static void run(Scratch scratch, Report report, boolean quick) throws Exception {
    Scale scale = quick ? Scale.QUICK : Scale.FULL;
    try (MayflyServer server =
            MayflyServer.startOnAllCores(
                scratch.directory("single"), List.of("--durability", "sync"));
        ClusterServers nodes =
            ClusterServers.start(
                List.of(
                    scratch.directory("n1"), scratch.directory("n2"), scratch.directory("n3")));
        Subject single =
            new Subject(
                "mongodb://localhost:" + server.mongoPort(),
                new ProcessView(server.process().pid()),
                scale.orders());
        Subject cluster = new Subject(nodes.mongoUri(), nodes.all(), scale.orders())) {
      single.load();
      cluster.load();
      report.beside("one server");
      report.progress("one server and three nodes: %,d documents of 400 bytes", scale.orders());
      ClusterBench bench = new ClusterBench(report, scale, single, cluster);
      bench.writes();
      bench.reads(
          new ProcessView(server.process().pid()), nodes.one(nodes.awaitLeader()), nodes.all());
      bench.failover(nodes);
    }
  }

  private Comparison compare(String name, Measured three, Measured one) throws Exception {
    Comparison compared = Comparison.of(scale.pace(), three, one);
    report.progress("%s: three nodes %s", name, Load.describe(compared.ours()));
    report.progress("%s: one server  %s", name, Load.describe(compared.theirs()));
    return compared;
  }

  private void writes() throws Exception {
    warmUp("insertOne", millis -> cluster.insert(RATE_OUTSTANDING, millis));
    warmUp("insertOne", millis -> single.insert(RATE_OUTSTANDING, millis));
    for (int outstanding : OUTSTANDING) {
      String name = "insertOne-" + outstanding;
      Comparison compared =
          compare(
              name,
              millis -> cluster.insert(outstanding, millis),
              millis -> single.insert(outstanding, millis));
      if (outstanding == 1) {
        report.atMost("p50-" + name, compared.ratio(Load::p50Micros), LONE_WRITE_GOAL);
      }
      if (outstanding == RATE_OUTSTANDING) {
        // Writes for a processor second of a node, beside those for one of the server.
        report.atLeast(
            "rate-per-processor-" + name,
            compared.ratio(Load::serverMicros).inverted().times(NODES),
            RATE_GOAL);
      }
    }
    compare("insertMany", cluster::insertMany, single::insertMany);
    compare("bulk", cluster::bulk, single::bulk);
  }

  private void warmUp(String name, Measured load) throws Exception {
    ServerWarmUp.run(report, scale.pace(), name, load);
  }

  private void reads(ProcessorTime server, ProcessorTime leader, ProcessorTime all)
      throws Exception {
    ReadPreference primary = ReadPreference.primary();
    warmUp("find", millis -> cluster.find(primary, leader, READERS, millis));
    warmUp("find", millis -> single.find(primary, server, READERS, millis));
    Comparison compared =
        compare(
            "find-leader",
            millis -> cluster.find(primary, leader, READERS, millis),
            millis -> single.find(primary, server, READERS, millis));
    report.atMost("cpu-find-leader", compared.ratio(Load::serverMicros), READ_GOAL);
    ReadPreference secondary = ReadPreference.secondary();
    warmUp("find at followers", millis -> cluster.find(secondary, all, READERS, millis));
    compare(
        "find-followers",
        millis -> cluster.find(secondary, all, READERS, millis),
        millis -> single.find(primary, server, READERS, millis));
  }

  /** The leader is killed, and one client writes until it is answered. */
  private void failover(ClusterServers nodes) throws Exception {
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < scale.kills(); i++) {
      int leader = nodes.awaitLeader();
      while (!cluster.write()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      nodes.kill(leader);
      long killed = System.nanoTime();
      while (!cluster.write()) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
      seconds.add((System.nanoTime() - killed) / 1e9);
      report.progress("writes again %.2f s after the leader was killed", seconds.get(i));
      nodes.restart(leader);
    }
    report.beside("").in("s");
    report.worstAtMost(
        "failover-seconds",
        new Spread(seconds),
        FAILOVER_GOAL,
        String.format(
            Locale.ROOT,
            "the slowest of %d, the middle is %.2f",
            seconds.size(),
            Statistics.median(seconds)));
  }
}
