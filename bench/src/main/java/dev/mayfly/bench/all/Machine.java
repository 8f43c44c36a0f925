package dev.mayfly.bench.all;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What a run was made with and on. Nothing that names the machine itself. */
final class Machine {
  private Machine() {}

  /**
   * @param root of the sources
   */
  static Map<String, String> describe(Path root) throws IOException, InterruptedException {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
    facts.put("commit", commit(root));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("processor", after(Path.of("/proc/cpuinfo"), "model name"));
    facts.put("memory", memory());
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put(
        "JDK",
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
    facts.put("load before", load());
    return facts;
  }

  /** How many processes ran or wanted to, on average of a minute; more than none disturb. */
  static String load() throws IOException {
    Path file = Path.of("/proc/loadavg");
    return Files.isReadable(file) ? Files.readString(file).split(" ")[0] : "unknown";
  }

  private static String commit(Path root) throws IOException, InterruptedException {
    String commit = ask(root, "git", "rev-parse", "--short=10", "HEAD");
    if (commit.isEmpty()) {
      return "unknown";
    }
    String changed = ask(root, "git", "status", "--porcelain", "--untracked-files=no");
    return commit + (changed.isEmpty() ? "" : " with changes");
  }

  private static String ask(Path root, String... command) throws IOException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(root.toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor(1, TimeUnit.MINUTES) && process.exitValue() == 0 ? said.strip() : "";
    } catch (IOException e) {
      return ""; // There is no such program.
    }
  }

  private static String memory() throws IOException {
    String kilobytes = after(Path.of("/proc/meminfo"), "MemTotal").replaceAll("[^0-9]", "");
    return kilobytes.isEmpty()
        ? "unknown"
        : String.format(Locale.ROOT, "%.1f GB", Long.parseLong(kilobytes) * 1024 / 1e9);
  }

  private static String after(Path file, String name) throws IOException {
    List<String> lines = Files.isReadable(file) ? Files.readAllLines(file) : List.of();
    return lines.stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(':') + 1).strip())
        .findFirst()
        .orElse("unknown");
  }
}
