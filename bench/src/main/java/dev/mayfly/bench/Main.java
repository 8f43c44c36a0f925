package dev.mayfly.bench;

import dev.mayfly.bench.attack.AttackBench;
import dev.mayfly.bench.builds.BuildsBench;
import dev.mayfly.bench.conformance.Conformance;
import dev.mayfly.bench.cosmos.CosmosBench;
import dev.mayfly.bench.deadrows.DeadRowsBench;
import dev.mayfly.bench.engine.EngineBench;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.mongo.MongoBench;
import dev.mayfly.bench.prepare.PrepareBench;
import dev.mayfly.bench.query.QueryBench;
import dev.mayfly.bench.query.SpillBench;
import dev.mayfly.bench.soak.SoakBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs one benchmark. A figure that falls short of its goal is a result, not a failure. */
public final class Main {
  private static final String USAGE =
      """
      Usage: mayfly bench engine [--quick] [PART...]
             mayfly bench cosmos [--quick] [PART...]
             mayfly bench mongo [--quick] [PART...]
             mayfly bench query [--quick]
             mayfly bench spill [--quick]
             mayfly bench dead-rows [--quick]
             mayfly bench builds [--quick] DIR [FIGURE...]
             mayfly bench soak --minutes N [--chart FILE]
             mayfly bench attack [--quick] [--only NAME]
             mayfly bench prepare
             mayfly bench conformance DIR
        engine    the engine beside bare RocksDB; --quick ends within 50 seconds
                  parts: %s (all of them if none is named)
        cosmos    the Cosmos endpoint beside another server, in direct mode beside HTTPS, and beside
                  an empty handler
                  parts: %s (all of them if none is named)
        mongo     the MongoDB port, with data on disk, beside another server that keeps it in memory
                  parts: operations, transactions, streams (of changes), log (what it costs)
        query     queries through the Cosmos endpoint beside PostgreSQL with the same items as jsonb
        spill     sorts and groups of several times the memory they may hold, through the MongoDB
                  port beside PostgreSQL with as much work_mem
        dead-rows reads past dead items that are not purged beside the same without them, for each
                  TTL source
        builds    this build beside another one, a checkout in DIR that is built: what one request
                  costs a server; figures by how their names begin, as mongo-find or one of
                  %s (all of them if none is named)
        soak      a mixed load of both APIs on items that come and go; exit code 1 if memory,
                  threads, files, the store or the purge's backlog grow; --chart draws them (SVG)
        attack    attacks on a server, one after the other, while honest clients of each API work;
                  exit code 1 if one of their requests fails or takes more than a second, or if
                  the server does not get back what an attack took; --only takes a part
                  of a name, --quick needs about ten minutes
        prepare   queries compiled once and bound for each request, beside compiled each time
        conformance  queries of the files in DIR against their known results, plans and errors:
                  a line for each miss, then the totals; exit code 1 if there is a miss
      Each figure is one line on standard output: name value goal ok|short\
      """;

  private static final List<String> PARTS = EngineBench.PARTS;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final int MINUTES_MAX = 100_000;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static String usage() {
    return USAGE.formatted(
        String.join(", ", PARTS),
        String.join(", ", CosmosBench.PARTS),
        String.join(", ", BuildsBench.PARTS));
  }

  private static int run(List<String> args) {
    if (args.equals(List.of("--help")) || args.equals(List.of("help"))) {
      System.out.println(usage());
      return 0;
    }
    Report report = new Report(System.out, System.err);
    Benchmark benchmark = benchmark(args);
    if (benchmark == null) {
      System.err.println("There is no benchmark '" + String.join(" ", args) + "'.\n" + usage());
      return MISUSED;
    }
    try {
      return benchmark.run(report) ? 0 : FAILED;
    } catch (Exception e) {
      System.err.println("The benchmark broke:");
      e.printStackTrace();
      return FAILED;
    }
  }

  private interface Benchmark {
    /** True if all went well. */
    boolean run(Report report) throws Exception;
  }

  /** What the arguments ask for, or null. */
  private static Benchmark benchmark(List<String> args) {
    List<String> words = new ArrayList<>(args);
    boolean quick = words.remove("--quick");
    String name = words.isEmpty() ? "" : words.remove(0);
    return switch (name) {
      case "engine" -> PARTS.containsAll(words) ? report -> engine(report, quick, words) : null;
      case "cosmos" ->
          CosmosBench.PARTS.containsAll(words) ? report -> cosmos(report, quick, words) : null;
      case "mongo" ->
          MongoBench.PARTS.containsAll(words) ? report -> mongo(report, quick, words) : null;
      case "query" -> words.isEmpty() ? report -> query(report, quick) : null;
      case "spill" -> words.isEmpty() ? report -> spill(report, quick) : null;
      case "dead-rows" -> words.isEmpty() ? report -> deadRows(report, quick) : null;
      case "builds" -> builds(words, quick);
      case "soak" -> {
        Optional<Path> chart = quick ? Optional.empty() : chart(words);
        int minutes = quick ? 0 : minutes(words);
        yield minutes > 0 ? report -> soak(report, minutes, chart) : null;
      }
      case "attack" -> attack(words, quick);
      case "prepare" -> words.isEmpty() ? Main::prepare : null;
      case "conformance" -> words.size() == 1 ? report -> conformance(Path.of(words.get(0))) : null;
      default -> null;
    };
  }

  private static Benchmark builds(List<String> words, boolean quick) {
    List<String> wanted = words.isEmpty() ? words : words.subList(1, words.size());
    if (words.isEmpty() || !wanted.stream().allMatch(BuildsBench::isKnown)) {
      return null;
    }
    Path launcher = Path.of(words.get(0)).toAbsolutePath().resolve("mayfly");
    return report -> {
      try (Scratch scratch = Scratch.create()) {
        BuildsBench.run(scratch, report, launcher, quick, wanted);
      }
      report.summarize();
      return true;
    };
  }

  private static Benchmark attack(List<String> words, boolean quick) {
    boolean only = words.size() == 2 && words.get(0).equals("--only");
    List<String> names = AttackBench.named(only ? words.get(1) : "");
    if (names.isEmpty() || !only && !words.isEmpty()) {
      return null;
    }
    return report -> {
      try (Scratch scratch = Scratch.create()) {
        return AttackBench.run(report, System.out, scratch, quick, names);
      }
    };
  }

  private static boolean prepare(Report report) throws Exception {
    PrepareBench.run(report);
    report.summarize();
    return true;
  }

  private static boolean conformance(Path directory) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      return Conformance.run(directory, scratch, System.out);
    }
  }

  /** Takes the name of a file for a chart out of the words. */
  private static Optional<Path> chart(List<String> words) {
    int at = words.indexOf("--chart");
    if (at < 0 || at == words.size() - 1) {
      return Optional.empty();
    }
    words.remove(at);
    return Optional.of(Path.of(words.remove(at)));
  }

  private static int minutes(List<String> words) {
    return words.size() == 2
            && words.get(0).equals("--minutes")
            && words.get(1).matches("[0-9]{1,6}")
        ? Math.min(MINUTES_MAX, Integer.parseInt(words.get(1)))
        : 0;
  }

  private static boolean engine(Report report, boolean quick, List<String> parts) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      EngineBench.run(scratch, report, quick, parts.isEmpty() ? PARTS : parts);
    }
    report.summarize();
    return true;
  }

  private static boolean cosmos(Report report, boolean quick, List<String> parts) throws Exception {
    CosmosBench.run(report, quick, parts.isEmpty() ? CosmosBench.PARTS : parts);
    report.summarize();
    return true;
  }

  private static boolean mongo(Report report, boolean quick, List<String> parts) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      MongoBench.run(scratch, report, quick, parts.isEmpty() ? MongoBench.PARTS : parts);
    }
    report.summarize();
    return true;
  }

  private static boolean query(Report report, boolean quick) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      QueryBench.run(scratch, report, quick);
    }
    report.summarize();
    return true;
  }

  private static boolean spill(Report report, boolean quick) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      SpillBench.run(scratch, report, quick);
    }
    report.summarize();
    return true;
  }

  private static boolean deadRows(Report report, boolean quick) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      DeadRowsBench.run(scratch, report, quick);
    }
    report.summarize();
    return true;
  }

  private static boolean soak(Report report, int minutes, Optional<Path> chart) throws Exception {
    SoakBench.run(report, minutes, chart);
    report.summarize();
    return report.allReached();
  }
}
