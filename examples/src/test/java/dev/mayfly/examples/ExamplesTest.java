package dev.mayfly.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Copies the examples to a directory outside of this project and runs their tests there with Maven,
 * against the artifacts of this build.
 */
@Timeout(600)
@EnabledIfSystemProperty(named = "mayfly.full", matches = "true")
class ExamplesTest {
  /** What is promised on an idle machine; a busy one takes as much longer as it has to wait. */
  private static final double LATER_TEST_SECONDS_MAX = 0.05;

  private static final double CLASS_SECONDS_MAX = 2;

  private static final Pattern VERSION = Pattern.compile("<mayfly.version>(.*)</mayfly.version>");
  private static final Pattern CASE = Pattern.compile("<testcase [^>]*time=\"([0-9.]+)\"");
  private static final Pattern SUITE = Pattern.compile("(?s)<testsuite .*? time=\"([0-9.]+)\"");

  @TempDir private static Path elsewhere;

  @BeforeAll
  static void run() throws Exception {
    for (String each : List.of("plain-junit", "spring-mongodb", "spring-cosmos")) {
      copy(Path.of(each), elsewhere.resolve(each));
    }
    Files.copy(Path.of("all.xml"), elsewhere.resolve("pom.xml"));
    Matcher version = VERSION.matcher(Files.readString(Path.of("plain-junit/pom.xml")));
    assertThat(version.find()).isTrue();
    Path repository =
        InstalledArtifacts.in(Path.of("target/repository").toAbsolutePath(), version.group(1));
    // What the build has downloaded before is enough; a new machine gets it now.
    if (maven(repository, "--offline") != 0) {
      assertThat(maven(repository)).as(output()).isZero();
    }
  }

  private static int maven(Path repository, String... options) throws Exception {
    List<String> command = new ArrayList<>(List.of("mvn", "-B", "-Dstyle.color=never", "test"));
    command.add("-Dmaven.repo.local=" + repository);
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command).directory(elsewhere.toFile());
    builder.redirectErrorStream(true).redirectOutput(elsewhere.resolve("output").toFile());
    // What the outer Maven was given is not for this one.
    builder.environment().keySet().removeIf(name -> name.startsWith("MAVEN_"));
    Process process = builder.start();
    assertThat(process.waitFor(20, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private static String output() throws IOException {
    return Files.readString(elsewhere.resolve("output"), StandardCharsets.UTF_8);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(each -> !each.startsWith(from.resolve("target"))).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(file, copy);
        }
      }
    }
  }

  private static String report(String project, String test) throws IOException {
    return Files.readString(
        elsewhere.resolve(project).resolve("target/surefire-reports/TEST-shop." + test + ".xml"));
  }

  @Test
  void bothDriversSeeThirtyDaysPassInMilliseconds() throws IOException {
    String report = report("plain-junit", "ThirtyDaysTest");
    assertThat(report).contains("tests=\"5\"", "errors=\"0\"", "failures=\"0\"", "skipped=\"0\"");
    List<Double> seconds =
        CASE.matcher(report).results().map(found -> Double.valueOf(found.group(1))).toList();
    Matcher suite = SUITE.matcher(report);
    assertThat(suite.find()).isTrue();
    double all = Double.parseDouble(suite.group(1));
    List<Double> later = seconds.subList(1, seconds.size()).stream().sorted().toList();
    System.out.printf(
        "examples/plain-junit: the class %.2f s, the first test %.3f s, the others %s s%n",
        all, seconds.get(0), later);
    double wait = waitFactor();
    assertThat(later.get(later.size() / 2)).isLessThan(LATER_TEST_SECONDS_MAX * wait);
    assertThat(all).isLessThan(CLASS_SECONDS_MAX * wait);
  }

  /** How much longer things take because others use the processors. */
  private static double waitFactor() throws IOException {
    Path load = Path.of("/proc/loadavg");
    double running =
        Files.exists(load)
            ? Double.parseDouble(Files.readString(load).split(" ")[0])
            : Runtime.getRuntime().availableProcessors();
    return Math.max(1, 2 * running / Runtime.getRuntime().availableProcessors());
  }

  @Test
  void theTestOfTheReadmeIsTheOneThatRuns() throws IOException {
    String source = Files.readString(Path.of("plain-junit/src/test/java/shop/SessionsTest.java"));
    assertThat(Files.readString(Path.of("../README.md"))).contains("```java\n" + source + "```");
    assertThat(report("plain-junit", "SessionsTest")).contains("tests=\"1\"", "errors=\"0\"");
  }

  @Test
  void springDataMongoDb() throws IOException {
    assertThat(report("spring-mongodb", "LogInTest"))
        .contains("tests=\"2\"", "errors=\"0\"", "failures=\"0\"");
  }

  @Test
  void springDataCosmos() throws IOException {
    assertThat(report("spring-cosmos", "CartsTest"))
        .contains("tests=\"2\"", "errors=\"0\"", "failures=\"0\"");
  }
}
