package dev.mayfly.torture;

import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import dev.mayfly.torture.server.FlipRound;
import dev.mayfly.torture.server.KillRound;
import dev.mayfly.torture.store.ClockRound;
import dev.mayfly.torture.store.FailRound;
import dev.mayfly.torture.store.FullRound;
import dev.mayfly.torture.store.PowerRound;
import dev.mayfly.torture.store.SlowRound;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A run: rounds of several kinds, one after another, as a seed plans them. */
public final class Torture {
  static {
    // The server's own logging is for servers; this is read before anything is logged.
    System.setProperty("logback.configurationFile", "torture-logback.xml");
  }

  private final Options options;
  private final PrintStream out;
  private final Scratch scratch;
  private final Map<Kind, Round> rounds = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
  private final Map<Kind, Integer> skipped = new EnumMap<>(Kind.class);

  /**
   * A run.
   *
   * @param directory for its data; removed if all went well
   */
  public Torture(Options options, Path directory, PrintStream out) throws IOException {
    this.options = options;
    this.out = out;
    this.scratch = new Scratch(directory);
  }

  /** True if every round was as it must be. */
  public boolean run() throws IOException {
    long start = System.nanoTime();
    long end = start + TimeUnit.MINUTES.toNanos(options.minutes());
    out.println("torture: seed " + options.seed() + ", data in " + scratch.root());
    List<Kind> kinds = new ArrayList<>(options.kinds());
    Random plan = new Random(options.seed());
    boolean well = true;
    for (long i = 1; well && i <= options.rounds() && System.nanoTime() < end; i++) {
      Kind kind = kinds.get(plan.nextInt(kinds.size()));
      well = round(i, kind, plan.nextLong());
    }
    rounds.values().forEach(Round::close);
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
    String skips = skipped.isEmpty() ? "" : ", skipped " + skipped;
    out.println(
        "torture: seed "
            + options.seed()
            + ", "
            + seconds
            + " s, rounds "
            + done
            + skips
            + (well ? ": all well" : ": FAILED, replay with --seed " + options.seed()));
    if (well) {
      Scratch.delete(scratch.root());
    }
    return well;
  }

  private boolean round(long number, Kind kind, long seed) throws IOException {
    long start = System.nanoTime();
    String head = "round " + number + " " + kind.word() + " seed " + seed + ": ";
    try {
      Round.Result result = rounds.computeIfAbsent(kind, this::make).run(new Random(seed));
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      (result.skipped() ? skipped : done).merge(kind, 1, Integer::sum);
      String end = result.skipped() ? ", skipped" : ", ok";
      out.println(head + result.figures() + ", " + millis + " ms" + end);
      return true;
    } catch (Throwable thrown) {
      Path file = scratch.root().resolve("failure-" + number + ".txt");
      List<String> lines = new ArrayList<>(List.of(head + thrown));
      for (StackTraceElement element : thrown.getStackTrace()) {
        lines.add("  at " + element);
      }
      if (thrown.getCause() != null) {
        lines.add("cause: " + thrown.getCause());
        for (StackTraceElement element : thrown.getCause().getStackTrace()) {
          lines.add("  at " + element);
        }
      }
      Round round = rounds.get(kind);
      lines.addAll(round == null ? List.of() : round.details());
      Files.write(file, lines);
      out.println(head + "FAILED: " + thrown);
      out.println("torture: the rest is in " + file + "; the data is kept in " + scratch.root());
      return false;
    }
  }

  private Round make(Kind kind) {
    return switch (kind) {
      case KILL -> new KillRound(scratch);
      case POWER -> new PowerRound(scratch);
      case FAIL -> new FailRound(scratch);
      case FULL -> new FullRound(scratch);
      case SLOW -> new SlowRound(scratch);
      case CLOCK -> new ClockRound(scratch);
      case FLIP -> new FlipRound(scratch);
    };
  }
}
