package dev.mayfly.server;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * Tests in JavaScript and what they use, installed under target: nothing is ever written next to
 * the sources. What is installed is kept until the lock file changes.
 */
final class NodeProject {
  /** The JavaScript SDK of Cosmos DB. */
  static final NodeProject COSMOS = new NodeProject("cosmos");

  /** The Node driver of MongoDB, and mongosh. */
  static final NodeProject MONGO = new NodeProject("mongo");

  private static final long INSTALL_SECONDS_MAX = 300;
  private static final long RUN_SECONDS_MAX = 120;

  private final Path sources;
  private final Path directory;
  private boolean installed;
  private List<String> nodeCommand = List.of("node");

  private NodeProject(String name) {
    sources = Path.of("src", "test", "js", name);
    directory = Path.of("target", "js-" + name).toAbsolutePath();
  }

  /** How a process ended, and all that it said. */
  record Outcome(int exitCode, String output) {}

  /**
   * Installs what the tests need. Without Node or npm the test is skipped, with a line that says
   * so; a build machine (CI=true) must have them.
   */
  synchronized void install() throws IOException, InterruptedException {
    if (installed) {
      return;
    }
    if (versionOf("node").startsWith("v18.")) {
      // Debian 12 has this one; by default it lacks a global that the SDK uses.
      nodeCommand = List.of("node", "--experimental-global-webcrypto");
    }
    versionOf("npm");
    // Tests in another process of the build may use the same directory.
    try (FileChannel channel = FileChannel.open(directory.resolve("lock"), CREATE, WRITE);
        FileLock lock = channel.lock()) {
      assertThat(lock.isValid()).isTrue();
      installLocked();
    }
    installed = true;
  }

  private void installLocked() throws IOException, InterruptedException {
    try (Stream<Path> files = Files.list(sources)) {
      for (Path file : files.toList()) {
        Path copy = directory.resolve(file.getFileName());
        if (!Files.exists(copy) || Files.mismatch(file, copy) >= 0) {
          Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
    String lock = Files.readString(sources.resolve("package-lock.json"));
    Path done = directory.resolve("installed");
    if (!Files.exists(done) || !Files.readString(done).equals(lock)) {
      Outcome outcome =
          run(
              INSTALL_SECONDS_MAX,
              Map.of(),
              "npm",
              "ci",
              // Those would be built or fetched from elsewhere, and nothing here needs them.
              "--omit=optional",
              "--ignore-scripts",
              "--no-audit",
              "--no-fund",
              "--no-progress");
      assertThat(outcome.exitCode()).as("npm ci said:%n%s", outcome.output()).isZero();
      Files.writeString(done, lock);
    }
  }

  private String versionOf(String tool) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    try {
      return run(RUN_SECONDS_MAX, Map.of(), tool, "--version").output();
    } catch (IOException e) {
      String missing = "There is no " + tool + " here: tests in JavaScript can't run.";
      if ("true".equals(System.getenv("CI"))) {
        throw new AssertionError(missing + " Install Node.js and npm.", e);
      }
      System.out.println("SKIPPED: " + missing);
      return Assumptions.abort(missing);
    }
  }

  /** The names of all files with tests, sorted. */
  List<String> tests() throws IOException {
    try (Stream<Path> files = Files.list(sources)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".test.js"))
          .sorted()
          .toList();
    }
  }

  /** Where scripts can be put that import what is installed. */
  Path directory() {
    return directory;
  }

  Outcome node(Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    return node(RUN_SECONDS_MAX, environment, arguments);
  }

  /** For a script that runs until the test ends it. */
  Outcome node(long secondsMax, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(nodeCommand);
    command.addAll(List.of(arguments));
    return run(secondsMax, environment, command.toArray(String[]::new));
  }

  private Outcome run(long seconds, Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile(directory, "output", ".txt");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      if (!command[0].equals("npm")) {
        // What trusts or distrusts certificates is up to the test.
        builder.environment().keySet().removeIf(name -> name.startsWith("NODE_"));
      }
      builder.environment().putAll(environment);
      Process process = builder.start();
      boolean ended = process.waitFor(seconds, TimeUnit.SECONDS);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      String said = Files.readString(output, StandardCharsets.UTF_8);
      assertThat(ended).as("%s took too long; it said:%n%s", List.of(command), said).isTrue();
      return new Outcome(process.exitValue(), said);
    } finally {
      Files.delete(output);
    }
  }
}
