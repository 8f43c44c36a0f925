package dev.mayfly.bench;

import dev.mayfly.bench.all.AllBench;
import dev.mayfly.bench.attack.AttackBench;
import dev.mayfly.bench.builds.BuildsBench;
import dev.mayfly.bench.cluster.ClusterBench;
import dev.mayfly.bench.conformance.Conformance;
import dev.mayfly.bench.cosmos.CosmosBench;
import dev.mayfly.bench.deadrows.DeadRowsBench;
import dev.mayfly.bench.engine.EngineBench;
import dev.mayfly.bench.engine.GrowthBench;
import dev.mayfly.bench.events.EventsBench;
import dev.mayfly.bench.fulltext.FullTextBench;
import dev.mayfly.bench.measure.Collector;
import dev.mayfly.bench.measure.Report;
import dev.mayfly.bench.measure.ResultsFile;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.mongo.MongoBench;
import dev.mayfly.bench.prepare.PrepareBench;
import dev.mayfly.bench.query.QueryBench;
import dev.mayfly.bench.query.SpillBench;
import dev.mayfly.bench.scripts.ScriptsBench;
import dev.mayfly.bench.soak.SoakBench;
import dev.mayfly.bench.start.StartBench;
import dev.mayfly.bench.vector.VectorBench;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Runs one benchmark. A figure that falls short of its goal is a result, not a failure. */
public final class Main {
  private static final String USAGE =
      """
      Usage: mayfly bench all [--quick] [--only NAME,...] [--compare FILE] [--out DIR]
                              [--patience N]
             mayfly bench compare FILE FILE
             mayfly bench page FILE [--out DIR]
             mayfly bench engine [--quick] [PART...]
             mayfly bench cosmos [--quick] [PART...]
             mayfly bench mongo [--quick] [PART...]
             mayfly bench cluster [--quick]
             mayfly bench query [--quick]
             mayfly bench vector [--quick]
             mayfly bench fulltext [--quick]
             mayfly bench scripts [--quick]
             mayfly bench spill [--quick]
             mayfly bench dead-rows [--quick]
             mayfly bench builds [--quick] DIR [FIGURE...]
             mayfly bench events [--quick]
             mayfly bench growth [--quick]
             mayfly bench soak [--quick | --minutes N] [--chart FILE]
             mayfly bench attack [--quick] [--only NAME]
             mayfly bench start
             mayfly bench prepare
             mayfly bench conformance DIR
        all       the benchmarks below that need nothing else, one after the other; writes the page
                  docs/benchmarks.md with charts and benchmarks.json (--out: elsewhere); --quick
                  ends within 25 minutes; --compare prints what is worse than in the file of an
                  earlier run; exit code 1 if a benchmark broke or hung, 3 if a figure is worse;
                  --patience N multiplies the time limits, for slow machines
                  names: %s
        compare   what is worse in the second file of results than in the first; exit code 3 if any
        page      draws the page of a file of results anew
        engine    the engine beside bare RocksDB; --quick ends within 50 seconds
                  parts: %s (all of them if none is named)
        cosmos    the Cosmos endpoint beside another server, in direct mode beside HTTPS, and beside
                  an empty handler
                  parts: %s (all of them if none is named)
        mongo     the MongoDB port, with data on disk, beside another server that keeps it in memory
                  parts: operations, transactions, streams (of changes), log (what it costs)
        cluster   three nodes of a cluster beside one server: writes, reads, failover
        query     queries through the Cosmos endpoint beside PostgreSQL with the same items as jsonb
        vector    the nearest vectors of many items by an index: recall, and rates beside Lucene
                  used directly
        fulltext  the first texts for some words in queries of Cosmos DB beside Lucene used directly
        scripts   a user-defined function in queries beside the same arithmetic in the query, and
                  beside a message to its process for each call
        spill     sorts and groups of several times the memory they may hold, through the MongoDB
                  port beside PostgreSQL with as much work_mem
        dead-rows reads past dead items that are not purged beside the same without them, for each
                  TTL source
        builds    this build beside another one, a checkout in DIR that is built: what one request
                  costs a server; figures by how their names begin, as mongo-find or one of
                  %s (all of them if none is named)
        events    from the deadline to the delivered expiry event, 1,000 due among many that are
                  not, beside Redis
        growth    reads, writes, queries, counts, the purge, a change of policy, a start and a
                  backup in stores of three sizes
        soak      a mixed load of both APIs on items that come and go, for 30 minutes or N, and
                  the purge of a large backlog beside it; exit code 1 if memory, threads,
                  files, the store or the purge's backlog grow; --chart draws them (SVG)
        attack    attacks on a server, one after the other, while honest clients of each API work;
                  exit code 1 if one of their requests fails or takes more than a second, or if
                  the server does not get back what an attack took; --only takes a part
                  of a name, --quick needs about ten minutes
        start     the archive: time from its start to the first answer, and its memory when idle
        prepare   queries compiled once and bound for each request, beside compiled each time
        conformance  queries of the files in DIR against their known results, plans and errors:
                  a line for each miss, then the totals; exit code 1 if there is a miss
      Each figure is one line on standard output: name value goal ok|short\
      """;

  private static final List<String> PARTS = EngineBench.PARTS;
  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final int WORSE = 3;

  private Main() {}

  public static void main(String[] args) {
    System.exit(run(List.of(args)));
  }

  private static String usage() {
    return USAGE.formatted(
        String.join(", ", AllBench.names()),
        String.join(", ", PARTS),
        String.join(", ", CosmosBench.PARTS),
        String.join(", ", BuildsBench.PARTS));
  }

  private static int run(List<String> args) {
    if (args.equals(List.of("--help")) || args.equals(List.of("help"))) {
      System.out.println(usage());
      return 0;
    }
    Report report = new Report(System.out, System.err, collector());
    Benchmark benchmark = benchmark(args);
    if (benchmark == null) {
      System.err.println("There is no benchmark '" + String.join(" ", args) + "'.\n" + usage());
      return MISUSED;
    }
    try {
      return benchmark.run(report);
    } catch (Exception e) {
      System.err.println("The benchmark broke:");
      e.printStackTrace();
      return FAILED;
    }
  }

  private interface Benchmark {
    /** Returns the exit code. */
    int run(Report report) throws Exception;
  }

  /** A benchmark that only fails if it breaks. */
  private interface Measuring {
    void run(Report report) throws Exception;
  }

  private static Benchmark summarized(Measuring measuring) {
    return report -> {
      measuring.run(report);
      report.summarize();
      return 0;
    };
  }

  /** The same for one that needs a directory. */
  private static Benchmark inScratch(MeasuringInScratch measuring) {
    return summarized(
        report -> {
          try (Scratch scratch = Scratch.create()) {
            measuring.run(scratch, report);
          }
        });
  }

  private interface MeasuringInScratch {
    void run(Scratch scratch, Report report) throws Exception;
  }

  /** Into a file, if one of many runs this. */
  private static Collector collector() {
    String file = System.getenv(AllBench.RESULTS_VARIABLE);
    return file == null || file.isEmpty() ? Collector.NONE : new ResultsFile(Path.of(file));
  }

  private static boolean isCollected() {
    return collector() != Collector.NONE;
  }

  /** What the arguments ask for, or null. */
  private static Benchmark benchmark(List<String> args) {
    List<String> words = new ArrayList<>(args);
    boolean quick = words.remove("--quick");
    String name = words.isEmpty() ? "" : words.remove(0);
    return switch (name) {
      case "all" -> all(words, quick);
      case "compare" ->
          words.size() == 2
              ? report -> code(AllBench.compare(Path.of(words.get(0)), Path.of(words.get(1))))
              : null;
      case "page" -> page(words);
      case "engine" ->
          partly(
              PARTS,
              words,
              (scratch, report, parts) -> EngineBench.run(scratch, report, quick, parts));
      case "cosmos" ->
          partly(
              CosmosBench.PARTS,
              words,
              (scratch, report, parts) -> CosmosBench.run(report, quick, parts));
      case "mongo" ->
          partly(
              MongoBench.PARTS,
              words,
              (scratch, report, parts) -> MongoBench.run(scratch, report, quick, parts));
      case "builds" -> builds(words, quick);
      case "soak" -> soak(words, quick);
      case "attack" -> attack(words, quick);
      case "conformance" -> words.size() == 1 ? conformance(Path.of(words.get(0))) : null;
      default -> words.isEmpty() ? whole(name, quick) : null;
    };
  }

  /** A benchmark that takes no words. */
  private static Benchmark whole(String name, boolean quick) {
    return switch (name) {
      case "cluster" -> inScratch((scratch, report) -> ClusterBench.run(scratch, report, quick));
      case "query" -> inScratch((scratch, report) -> QueryBench.run(scratch, report, quick));
      case "vector" -> inScratch((scratch, report) -> VectorBench.run(scratch, report, quick));
      case "fulltext" ->
          inScratch(
              (scratch, report) -> FullTextBench.run(report, scratch.directory("fulltext"), quick));
      case "scripts" -> summarized(report -> ScriptsBench.run(report, quick));
      case "spill" -> inScratch((scratch, report) -> SpillBench.run(scratch, report, quick));
      case "dead-rows" -> inScratch((scratch, report) -> DeadRowsBench.run(scratch, report, quick));
      case "events" -> inScratch((scratch, report) -> EventsBench.run(scratch, report, quick));
      case "growth" -> inScratch((scratch, report) -> GrowthBench.run(scratch, report, quick));
      case "start" -> summarized(StartBench::run);
      case "prepare" -> summarized(PrepareBench::run);
      default -> null;
    };
  }

  private interface Partly {
    void run(Scratch scratch, Report report, List<String> parts) throws Exception;
  }

  /** A benchmark of which parts can be named. */
  private static Benchmark partly(List<String> known, List<String> named, Partly partly) {
    return known.containsAll(named)
        ? inScratch(
            (scratch, report) -> partly.run(scratch, report, named.isEmpty() ? known : named))
        : null;
  }

  private static Benchmark all(List<String> words, boolean quick) {
    Optional<String> only = option(words, "--only");
    Optional<Path> before = option(words, "--compare").map(Path::of);
    Optional<Path> target = option(words, "--out").map(Path::of);
    Optional<String> patience = option(words, "--patience");
    List<String> names = only.map(each -> List.of(each.split(","))).orElse(List.of());
    if (!words.isEmpty()
        || !AllBench.names().containsAll(names)
        || !patience.orElse("1").matches("[1-9][0-9]?")) {
      return null;
    }
    int times = Integer.parseInt(patience.orElse("1"));
    return report -> code(AllBench.run(new AllBench.Request(quick, names, before, target, times)));
  }

  private static Benchmark page(List<String> words) {
    Optional<Path> target = option(words, "--out").map(Path::of);
    if (words.size() != 1) {
      return null;
    }
    Path file = Path.of(words.get(0)).toAbsolutePath();
    return report -> {
      AllBench.page(file, target.orElse(file.getParent()));
      return 0;
    };
  }

  private static int code(AllBench.Outcome outcome) {
    return switch (outcome) {
      case GOOD -> 0;
      case BROKEN -> FAILED;
      case WORSE -> WORSE;
    };
  }

  private static Benchmark builds(List<String> words, boolean quick) {
    List<String> wanted = words.isEmpty() ? words : words.subList(1, words.size());
    if (words.isEmpty() || !wanted.stream().allMatch(BuildsBench::isKnown)) {
      return null;
    }
    Path launcher = Path.of(words.get(0)).toAbsolutePath().resolve("mayfly");
    return inScratch(
        (scratch, report) -> BuildsBench.run(scratch, report, launcher, quick, wanted));
  }

  private static Benchmark attack(List<String> words, boolean quick) {
    boolean only = words.size() == 2 && words.get(0).equals("--only");
    List<String> names = AttackBench.named(only ? words.get(1) : "");
    if (names.isEmpty() || !only && !words.isEmpty()) {
      return null;
    }
    return report -> {
      try (Scratch scratch = Scratch.create()) {
        return AttackBench.run(report, System.out, scratch, quick, names) ? 0 : FAILED;
      }
    };
  }

  private static Benchmark conformance(Path directory) {
    return report -> {
      try (Scratch scratch = Scratch.create()) {
        return Conformance.run(directory, scratch, System.out) ? 0 : FAILED;
      }
    };
  }

  private static Benchmark soak(List<String> words, boolean quick) {
    Optional<Path> chart = option(words, "--chart").map(Path::of);
    Optional<String> minutes = option(words, "--minutes");
    if (!words.isEmpty()
        || quick && minutes.isPresent()
        || !minutes.orElse("1").matches("[1-9][0-9]{0,4}")) {
      return null;
    }
    return report -> {
      SoakBench.run(report, quick, minutes.map(Integer::parseInt), chart);
      report.summarize();
      // One of many runs: what is short is a result.
      return report.allReached() || isCollected() ? 0 : FAILED;
    };
  }

  /** Takes an option and its value out of the words. */
  private static Optional<String> option(List<String> words, String name) {
    int at = words.indexOf(name);
    if (at < 0 || at == words.size() - 1) {
      return Optional.empty();
    }
    words.remove(at);
    return Optional.of(words.remove(at));
  }
}
