package dev.mayfly.fuzz;

import dev.mayfly.fuzz.Outcome.Finding;
import dev.mayfly.fuzz.target.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs one target for a while. The fuzzer runs in a process of its own: an input that hangs or ends
 * it is a finding too, and the rest of the time goes to another process.
 */
final class Campaign {
  private static final int SECONDS_MIN = 5;
  private static final int STARTS_MAX = 20;
  private static final int FINDINGS_MAX = 25;
  private static final int INPUT_SECONDS_MAX = 300;
  private static final int KEPT_MAX = 20;
  private static final int RSS_MEGABYTES_MAX = 4096;
  private static final String HEAP = "-Xmx1g";

  private final Corpus corpus;
  private final Target target;
  private final long seed;
  private final PrintWriter out;
  private long started;
  private long executionsBefore;
  private final FuzzerOutput output = new FuzzerOutput();

  Campaign(Corpus corpus, Target target, long seed, PrintWriter out) {
    this.corpus = corpus;
    this.target = target;
    this.seed = seed;
    this.out = out;
  }

  /**
   * Runs for so long.
   *
   * @throws IOException if the fuzzer does not run at all
   */
  Outcome run(int seconds) throws IOException, InterruptedException {
    started = System.nanoTime();
    int before = Corpus.files(corpus.found(target)).size();
    Path seeds = corpus.seeds(target);
    out.println(
        "fuzz "
            + target.name()
            + ": "
            + target.about()
            + " ("
            + seconds
            + " s, seed "
            + seed
            + ")");
    Files.deleteIfExists(corpus.log(target));
    int starts = 0;
    while (starts < STARTS_MAX && seconds - elapsedSeconds() >= SECONDS_MIN) {
      if (output.findings().size() >= FINDINGS_MAX) {
        out.println("  enough findings; the rest of the time is not used");
        break;
      }
      int exit = start(seeds, (int) (seconds - elapsedSeconds()), seed + starts);
      if (output.executions() == 0 && output.findings().isEmpty()) {
        throw new IOException(
            "the fuzzer ended with code " + exit + " before the first input; " + log());
      }
      executionsBefore += output.executions();
      output.nextProcess();
      starts++;
    }
    return new Outcome(
        target,
        seed,
        elapsedSeconds(),
        executionsBefore,
        output.edges(),
        Math.max(0, Corpus.files(corpus.found(target)).size() - before),
        List.copyOf(output.findings()));
  }

  private String log() throws IOException {
    return "its output is in " + corpus.log(target);
  }

  private long elapsedSeconds() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started);
  }

  private int start(Path seeds, int seconds, long processSeed)
      throws IOException, InterruptedException {
    List<String> command =
        command(
            "-max_total_time=" + seconds,
            "-seed=" + (processSeed & 0x7fff_ffffL),
            corpus.found(target).toString(),
            seeds.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    try (BufferedReader lines = process.inputReader(StandardCharsets.ISO_8859_1);
        PrintWriter log =
            new PrintWriter(
                Files.newBufferedWriter(
                    corpus.log(target), StandardOpenOption.CREATE, StandardOpenOption.APPEND),
                true)) {
      long reported = System.nanoTime();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        log.println(line);
        Finding finding = output.line(line);
        if (finding != null) {
          out.println("  FOUND " + finding.what() + "\n    input: " + finding.input());
        }
        if (System.nanoTime() - reported > TimeUnit.SECONDS.toNanos(20)) {
          reported = System.nanoTime();
          report();
        }
        out.flush();
      }
      int exit = process.waitFor();
      report();
      return exit;
    } finally {
      Runtime.getRuntime().removeShutdownHook(end);
      process.destroyForcibly();
    }
  }

  private void report() {
    out.printf(
        "  %s: %d s, %,d executions, %,d edges, %d findings%n",
        target.name(),
        elapsedSeconds(),
        executionsBefore + output.executions(),
        output.edges(),
        output.findings().size());
  }

  /**
   * Takes over found inputs that reach what the corpus in the source tree does not: a few of all
   * lengths, since each is replayed by every build.
   */
  int keep() throws IOException, InterruptedException {
    Path merged = Files.createTempDirectory("mayfly-fuzz");
    Path seeds = corpus.seeds(target);
    for (Path seed : Corpus.files(seeds)) {
      Files.copy(seed, merged.resolve(seed.getFileName().toString()));
    }
    Process process =
        new ProcessBuilder(command("-merge=1", merged.toString(), corpus.found(target).toString()))
            .redirectErrorStream(true)
            .redirectOutput(corpus.log(target).toFile())
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("the fuzzer did not merge the inputs; " + log());
    }
    List<byte[]> fresh = new ArrayList<>();
    for (Path file : Corpus.files(merged)) {
      if (!Files.exists(seeds.resolve(file.getFileName().toString()))) {
        fresh.add(Files.readAllBytes(file));
      }
      Files.delete(file);
    }
    Files.delete(merged);
    fresh.sort(Comparator.comparing(input -> input.length));
    int kept = Math.min(fresh.size(), KEPT_MAX);
    for (int i = 0; i < kept; i++) {
      byte[] input = target.kept(fresh.get(i * fresh.size() / kept));
      Files.write(corpus.kept(target).resolve(Corpus.nameOf(input)), input);
    }
    return kept;
  }

  private List<String> command(String... arguments) throws IOException {
    Path findings = corpus.findings(target);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(HEAP, "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError"));
    command.add("-Dio.netty.jfr.enabled=false");
    command.add("-D" + FuzzEntry.TARGET_PROPERTY + "=" + target.name());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("com.code_intelligence.jazzer.Jazzer");
    command.add("--target_class=" + FuzzEntry.class.getName());
    command.add("--instrumentation_includes=" + String.join(".**:", target.instrumented()) + ".**");
    // Hooks are for the code under test: in Netty some of them fail, and the targets connect.
    command.add("--custom_hook_includes=dev.mayfly.**");
    command.add("--custom_hook_excludes=dev.mayfly.fuzz.**:dev.mayfly.testkit.**");
    command.add(
        "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.ServerSideRequestForgery");
    command.add("--keep_going=" + FINDINGS_MAX);
    command.add("--reproducer_path=" + findings);
    command.add("-artifact_prefix=" + findings + "/");
    command.add("-max_len=" + target.bytesMax());
    command.add("-timeout=" + INPUT_SECONDS_MAX);
    command.add("-rss_limit_mb=" + RSS_MEGABYTES_MAX);
    command.add("-report_slow_units=" + INPUT_SECONDS_MAX);
    command.add("-reload=0");
    Path words = corpus.dictionary(target);
    if (words != null) {
      command.add("-dict=" + words);
    }
    command.addAll(List.of(arguments));
    return command;
  }
}
