package dev.mayfly.server.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The parts of the launcher that build nothing. */
@Timeout(60)
class LauncherTest {
  @TempDir private Path elsewhere;

  private record Ended(int exitCode, String output, String errors) {}

  @Test
  void helpNamesEveryCommand() throws Exception {
    for (List<String> args : List.of(List.of("help"), List.of("--help"), List.<String>of())) {
      Ended ended = run(System.getenv("PATH"), args);
      assertThat(ended.exitCode()).isZero();
      assertThat(ended.output())
          .contains("serve", "test", "bench", "fuzz", "torture", "check", "demo", "restore")
          .contains("sbom", "ttl", "screenshots", "help");
      assertThat(ended.errors()).isEmpty();
    }
  }

  @Test
  void anUnknownCommandGetsHelpOnTheErrorStream() throws Exception {
    Ended ended = run(System.getenv("PATH"), List.of("sevre"));
    assertThat(ended.exitCode()).isEqualTo(2);
    assertThat(ended.output()).isEmpty();
    assertThat(ended.errors()).contains("there is no command 'sevre'", "./mayfly serve");
  }

  @Test
  void aMissingJavaIsNamed() throws Exception {
    Ended ended = run(tools("dirname", "readlink", "bash"), List.of("serve"));
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.errors()).isEqualTo("mayfly: there is no java; install a JDK, 17 or later\n");
  }

  @Test
  void anOldJavaIsNamed() throws Exception {
    String path = tools("dirname", "readlink", "bash", "sed", "head");
    Path bin = Files.createDirectories(elsewhere.resolve("jdk/bin"));
    executable(bin.resolve("java"), "exit 1");
    Files.writeString(elsewhere.resolve("jdk/release"), "JAVA_VERSION=\"11.0.2\"\n");
    Ended ended = run(path + ":" + bin, List.of("serve"));
    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.errors()).contains("version 11.0.2", "JDK 17 or later");
  }

  @Test
  void whatTheServerMakesIsForItsUserOnly() throws Exception {
    Path project = Files.createDirectories(elsewhere.resolve("project"));
    for (String directory :
        List.of(
            "server/target/lib",
            "server/src/main",
            "bench/target",
            "fuzz/target",
            "torture/target")) {
      Files.createDirectories(project.resolve(directory));
    }
    for (String file :
        List.of(
            "pom.xml",
            "server/pom.xml",
            "server/target/mayfly-server.jar",
            "bench/target/mayfly-bench.jar",
            "fuzz/target/mayfly-fuzz.jar",
            "torture/target/mayfly-torture.jar",
            "server/target/built",
            "server/target/classes-17.0.1.jsa")) {
      Files.writeString(project.resolve(file), "");
    }
    Path bin = Files.createDirectories(elsewhere.resolve("jdk/bin"));
    executable(bin.resolve("java"), "umask");
    Files.writeString(elsewhere.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path launcher = project.resolve("mayfly");
    Files.copy(SourceTree.ROOT.resolve("mayfly"), launcher, StandardCopyOption.COPY_ATTRIBUTES);
    Ended ended = run(launcher, System.getenv("PATH"), bin.getParent(), List.of("serve"));
    assertThat(ended.errors()).isEmpty();
    assertThat(ended.output()).isEqualTo("0077\n");
  }

  /** A search path with nothing but the named programs. */
  private String tools(String... names) throws IOException {
    Path tools = Files.createDirectories(elsewhere.resolve("tools"));
    for (String name : names) {
      Path real = Path.of("/usr/bin", name);
      Path known = Files.exists(real) ? real : Path.of("/bin", name);
      executable(tools.resolve(name), "exec " + known + " \"$@\"");
    }
    return tools.toString();
  }

  private static void executable(Path file, String script) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private Ended run(String path, List<String> args) throws IOException, InterruptedException {
    return run(SourceTree.ROOT.resolve("mayfly"), path, null, args);
  }

  /**
   * @param javaHome or null for the search path's
   */
  private Ended run(Path launcher, String path, Path javaHome, List<String> args)
      throws IOException, InterruptedException {
    Path errors = elsewhere.resolve("errors");
    List<String> command = new ArrayList<>();
    command.add(launcher.toString());
    command.addAll(args);
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(elsewhere.toFile()).redirectError(errors.toFile());
    builder.environment().put("PATH", path);
    builder.environment().remove("JAVA_HOME");
    if (javaHome != null) {
      builder.environment().put("JAVA_HOME", javaHome.toString());
    }
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output, Files.readString(errors));
  }
}
