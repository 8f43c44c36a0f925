package dev.mayfly.bench.attack;

import dev.mayfly.bench.attacker.AttackerProgram;
import dev.mayfly.bench.attacker.Attacks;
import dev.mayfly.bench.attacker.Target;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.process.MayflyServer;
import dev.mayfly.bench.process.ServerMetrics;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Starts a server with a heap of 1 GB, and runs one attack after the other while honest clients
 * work. The server, the clients and the attacker share the machine; the attacker has one core at
 * most and the lowest priority of the three, so that what the clients feel is what the server does.
 */
public final class AttackBench {
  private static final String NO_ATTACK = "no attack";
  private static final double START_SECONDS_MAX = 15;

  private final Report report;
  private final PrintStream out;
  private final Path data;
  private final Path log;
  private final int attackSeconds;
  private final int recoverySeconds;
  private final Account account = Account.create();
  private final List<String> problems = new ArrayList<>();
  private MayflyServer server;
  private HonestClients clients;
  private Watch watch;

  private AttackBench(Report report, PrintStream out, Scratch scratch, boolean quick)
      throws IOException {
    this.report = report;
    this.out = out;
    this.data = scratch.directory("data");
    Files.createDirectories(data.getParent());
    this.log = scratch.directory("server.log");
    this.attackSeconds = quick ? 3 : 10;
    this.recoverySeconds = quick ? 3 : 10;
  }

  /** The attacks whose names have that in them. */
  public static List<String> named(String part) {
    List<String> names = new ArrayList<>();
    Attacks.names().forEach(name -> names.add(name));
    names.removeIf(name -> !name.contains(part));
    return names;
  }

  /** True if the honest clients were served in time throughout, and the server held. */
  public static boolean run(
      Report report, PrintStream out, Scratch scratch, boolean quick, List<String> attacks)
      throws Exception {
    AttackBench bench = new AttackBench(report, out, scratch, quick);
    try {
      return bench.run(attacks);
    } finally {
      bench.stop();
    }
  }

  private boolean run(List<String> attacks) throws Exception {
    // The launcher prepares quick starts once for each build: that belongs to no start.
    start();
    stop();
    final double firstStart = start();
    Preparation.run(server, account);
    work();
    out.println(Outcome.TABLE_HEAD);
    List<Outcome> outcomes = new ArrayList<>();
    outcomes.add(attack(NO_ATTACK));
    for (String attack : attacks) {
      outcomes.add(attack(attack));
    }
    checkTheWhole(outcomes);
    stop();
    double secondStart = start();
    out.printf(
        Locale.ROOT,
        "%nThe first start took %.1f s, the one after all attacks %.1f s.%n",
        firstStart,
        secondStart);
    if (secondStart > START_SECONDS_MAX) {
      problems.add("the start after all attacks took " + secondStart + " s");
    }
    summarize(outcomes);
    return problems.isEmpty();
  }

  /** Attacks that each leave a little are found by the sum. */
  private void checkTheWhole(List<Outcome> outcomes) {
    long first = outcomes.get(0).heapBefore();
    long last = outcomes.get(outcomes.size() - 1).heapAfter();
    if (last - first > Outcome.HEAP_GROWTH_MAX) {
      problems.add(
          "after all attacks the heap has " + (last >> 20) + " MB, before " + (first >> 20));
    }
  }

  private void summarize(List<Outcome> outcomes) {
    out.println("\nWhat became of the attackers' requests:\n");
    for (Outcome outcome : outcomes) {
      if (!outcome.attack().equals(NO_ATTACK)) {
        out.println("- " + outcome.attack() + ": " + String.join("; ", outcome.attackers()));
      }
    }
    out.println(problems.isEmpty() ? "\nThe server held." : "\nProblems:\n");
    problems.forEach(problem -> out.println("- " + problem));
  }

  private double start() throws Exception {
    long startNanos = System.nanoTime();
    try {
      server = MayflyServer.start(data, account.environment(), log);
    } catch (IOException e) {
      // The directory of the run goes away, and with it the log.
      String lines = Files.exists(log) ? Files.readString(log) : "";
      throw new IOException(e.getMessage() + "Its log:\n" + lines, e);
    }
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void work() {
    clients = new HonestClients(server, account);
    watch = new Watch(server.process().pid(), data);
  }

  private void stop() {
    if (clients != null) {
      clients.close();
      watch.close();
      clients = null;
    }
    if (server != null) {
      server.close();
      server = null;
    }
  }

  private Outcome attack(String name) throws Exception {
    ServerMetrics metrics = new ServerMetrics(server);
    metrics.collectGarbage();
    final long heapBefore = ServerMetrics.heapBytes(metrics.text());
    final Usage before = watch.now();
    final long logBefore = logBytes();
    watch.peak();
    Latencies honest = new Latencies();
    clients.recordInto(honest);
    Others others = new Others(watch);
    List<String> attackers = name.equals(NO_ATTACK) ? idle() : fight(name);
    boolean survived = server.process().isAlive();
    double othersCores = survived ? others.cores() : Double.NaN;
    TimeUnit.SECONDS.sleep(recoverySeconds);
    clients.countUnanswered();
    boolean alive = server.process().isAlive();
    Usage after = alive ? watch.now() : before;
    Usage peak = watch.peak();
    clients.recordInto(new Latencies());
    long heapAfter = alive ? heapBytes(metrics) : 0;
    Outcome outcome =
        new Outcome(
            name,
            honest,
            before,
            peak,
            after,
            heapBefore,
            heapAfter,
            logBytes() - logBefore,
            othersCores,
            alive,
            attackers);
    report(outcome);
    if (!alive) {
      stop();
      report.progress("started again in %.1f s", start());
      work();
    }
    return outcome;
  }

  private static long heapBytes(ServerMetrics metrics) throws Exception {
    metrics.collectGarbage();
    return ServerMetrics.heapBytes(metrics.text());
  }

  private void report(Outcome outcome) {
    out.println(outcome.row());
    out.flush();
    report.progress("%s: others took %.1f cores", outcome.attack(), outcome.othersCores());
    outcome.attackers().forEach(line -> report.progress("  %s", line));
    for (String problem : outcome.problems()) {
      problems.add(outcome.attack() + ": " + problem);
      report.progress("  PROBLEM %s", problem);
    }
  }

  private List<String> idle() throws InterruptedException {
    TimeUnit.SECONDS.sleep(attackSeconds);
    return List.of("none");
  }

  private List<String> fight(String name) throws Exception {
    Target target =
        new Target(
            server.cosmosPort(),
            server.cosmosDirectPort(),
            server.mongoPort(),
            server.adminPort(),
            account.attackersKey(),
            Account.ATTACKER,
            account.attackersKey());
    Process attacker = AttackerProgram.start(name, attackSeconds, target);
    List<String> lines = new ArrayList<>();
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(attacker.getInputStream(), StandardCharsets.UTF_8))) {
      // Destroying a process that has ended closes its output.
      Thread end =
          new Thread(
              () -> {
                try {
                  if (!attacker.waitFor(3L * attackSeconds + 40, TimeUnit.SECONDS)) {
                    attacker.destroyForcibly();
                  }
                } catch (InterruptedException e) {
                  attacker.destroyForcibly();
                }
              },
              "end-attacker");
      end.setDaemon(true);
      end.start();
      output.lines().forEach(lines::add);
      attacker.waitFor();
    }
    return lines;
  }

  private long logBytes() throws IOException {
    return Files.exists(log) ? Files.size(log) : 0;
  }
}
