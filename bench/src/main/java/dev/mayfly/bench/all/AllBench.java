package dev.mayfly.bench.all;

import dev.mayfly.bench.measure.ResultsFile;
import dev.mayfly.bench.measure.Scratch;
import dev.mayfly.bench.process.ChildServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Runs benchmarks one after the other, each in a process of its own: what one of them breaks or
 * pins to a core is no matter of the next.
 */
public final class AllBench {
  /** Names the file for results; not as settings of a server begin, which it would check. */
  public static final String RESULTS_VARIABLE = "BENCH_RESULTS";

  private static final long STOP_SECONDS = 20;

  private final PrintStream out;
  private final PrintStream progress;
  private final List<String> launcher;
  private final Path root;

  /**
   * @param launcher the command that starts a benchmark, to which its words are added
   * @param root of the sources
   */
  AllBench(PrintStream out, PrintStream progress, List<String> launcher, Path root) {
    this.out = out;
    this.progress = progress;
    this.launcher = List.copyOf(launcher);
    this.root = root;
  }

  /**
   * What is asked for.
   *
   * @param only the names of benchmarks, or none for all
   * @param before results of an earlier run to compare with
   * @param patience times the usual limit each may take
   * @param target where the page goes; the documents of the sources if empty
   */
  public record Request(
      boolean quick,
      List<String> only,
      Optional<Path> before,
      Optional<Path> target,
      int patience) {}

  /** How a run ended. */
  public enum Outcome {
    GOOD,
    /** A benchmark did not come to its end. */
    BROKEN,
    /** A figure is worse than before. */
    WORSE
  }

  /** The names of all benchmarks that can be part of a run. */
  public static List<String> names() {
    return Plan.parts(true).stream().map(Part::name).toList();
  }

  /** Runs them, as the launcher that started this process starts them. */
  public static Outcome run(Request request) throws Exception {
    String launcher = System.getProperty("mayfly.launcher");
    if (launcher == null) {
      throw new IllegalStateException("Start this with the launcher: ./mayfly bench all");
    }
    Path root = Path.of(launcher).toAbsolutePath().getParent();
    List<Part> parts =
        Plan.parts(request.quick()).stream()
            .filter(part -> request.only().isEmpty() || request.only().contains(part.name()))
            .map(part -> part.withPatience(request.patience()))
            .toList();
    return new AllBench(System.out, System.err, List.of(launcher, "bench"), root)
        .run(request, parts);
  }

  /** Compares two files of results. */
  public static Outcome compare(Path before, Path now) throws IOException {
    AllBench bench = new AllBench(System.out, System.err, List.of(), Path.of("."));
    return bench.compare(Results.read(before), Results.read(now)) ? Outcome.GOOD : Outcome.WORSE;
  }

  /** Draws the page of a file of results anew. */
  public static void page(Path file, Path target) throws IOException {
    Files.createDirectories(target);
    Page.write(Results.read(file), target);
  }

  Outcome run(Request request, List<Part> parts) throws Exception {
    Path target = request.target().orElse(root.resolve("docs"));
    Files.createDirectories(target);
    // Read first: it may be the file that is written at the end.
    Optional<Results> before =
        request.before().isPresent()
            ? Optional.of(Results.read(request.before().get()))
            : Optional.empty();
    Map<String, String> machine = Machine.describe(root);
    List<BenchResult> benches = new ArrayList<>();
    long start = System.nanoTime();
    for (int i = 0; i < parts.size(); i++) {
      progress.printf(
          Locale.ROOT,
          "== %d of %d: %s, after %.1f minutes%n",
          i + 1,
          parts.size(),
          parts.get(i).name(),
          (System.nanoTime() - start) / 60e9);
      benches.add(run(parts.get(i)));
      machine.put("load after", Machine.load());
      machine.put("benchmarks", benches.size() + " of " + parts.size());
      // After each of them: a run that is interrupted leaves what it has.
      Page.write(new Results(request.quick(), machine, benches), target);
    }
    Results results = new Results(request.quick(), machine, benches);
    summarize(results, (System.nanoTime() - start) / 60e9, target);
    boolean good = before.isEmpty() || compare(before.get(), results);
    return !results.broken().isEmpty() ? Outcome.BROKEN : good ? Outcome.GOOD : Outcome.WORSE;
  }

  private void summarize(Results results, double minutes, Path target) {
    for (BenchResult bench : results.benches()) {
      progress.printf(
          Locale.ROOT,
          "%s: %d figures, %.0f s%s%s%n",
          bench.name(),
          bench.figures().size(),
          bench.seconds(),
          bench.shortOfGoal().isEmpty() ? "" : "; short: " + String.join(", ", bench.shortOfGoal()),
          bench.isBroken() ? "; BROKEN: " + bench.broken() : "");
    }
    progress.printf(
        Locale.ROOT, "%.1f minutes; the page is %s%n", minutes, target.resolve("benchmarks.md"));
  }

  /** True if nothing is worse. */
  private boolean compare(Results before, Results now) {
    Regressions regressions = Regressions.of(before, now);
    regressions.notes().forEach(note -> progress.println("not compared: " + note));
    regressions.worse().forEach(line -> out.println("worse: " + line));
    progress.printf(Locale.ROOT, "%d figures are worse%n", regressions.worse().size());
    return regressions.worse().isEmpty();
  }

  private BenchResult run(Part part) throws IOException, InterruptedException {
    BenchResult result = new BenchResult(part.name(), part.title(), part.about());
    try (Scratch scratch = Scratch.create()) {
      Path file = scratch.directory("results");
      long start = System.nanoTime();
      String broken = run(part, file);
      ResultsFile.read(file, result);
      result.ended((System.nanoTime() - start) / 1e9, broken);
    }
    return result;
  }

  /** Returns why it did not come to its end; empty if it did. */
  private String run(Part part, Path results) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(launcher);
    command.addAll(part.words());
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put(RESULTS_VARIABLE, results.toString());
    Process process = builder.start();
    Thread atExit = new Thread(() -> stop(process), "stop-" + part.name());
    Runtime.getRuntime().addShutdownHook(atExit);
    Thread lines = pass(process.getInputStream(), out, part.name());
    Thread errors = pass(process.getErrorStream(), progress, part.name());
    boolean ended = process.waitFor(part.limit().toMillis(), TimeUnit.MILLISECONDS);
    if (!ended) {
      stop(process);
    }
    Runtime.getRuntime().removeShutdownHook(atExit);
    lines.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    errors.join(TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    if (!ended) {
      return "it was stopped after " + part.limit().toSeconds() + " s";
    }
    return process.exitValue() == 0 ? "" : "it ended with code " + process.exitValue();
  }

  /** Hands lines on, with the name of the benchmark before them. */
  private static Thread pass(InputStream from, PrintStream to, String name) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(new InputStreamReader(from, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                  to.println(name + ": " + line);
                }
              } catch (IOException e) {
                return; // It was stopped, and its output closed.
              }
            },
            "output-" + name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** First asks it to end, so that it deletes its files; then ends all that it started. */
  private static void stop(Process process) {
    List<ProcessHandle> started = process.descendants().toList();
    ChildServer.stop(process, STOP_SECONDS);
    started.forEach(ProcessHandle::destroyForcibly);
  }
}
