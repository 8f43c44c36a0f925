package dev.mayfly.bench.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.Main;
import dev.mayfly.bench.measure.Figure;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfSystemProperty(named = "mayfly.full", matches = "true")
class AllBenchTest {
  /** A launcher: one benchmark hangs, one breaks, all others are what they are. */
  private static final String SCRIPT =
      """
      case $1 in
        hang) exec sleep 600 ;;
        break) exit 7 ;;
        *) exec "$JAVA" -cp "$CLASSES" "$MAIN" "$@" ;;
      esac
      """;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

  @Test
  void whatBreaksOrHangsIsNamedAndTheOthersRun() throws Exception {
    Part prepare = part("prepare", Duration.ofMinutes(5));
    List<Part> parts =
        List.of(part("break", Duration.ofMinutes(1)), part("hang", Duration.ofSeconds(1)), prepare);
    assertThat(bench().run(request(Optional.empty()), parts)).isEqualTo(AllBench.Outcome.BROKEN);

    Path file = directory.resolve("benchmarks.json");
    Results results = Results.read(file);
    assertThat(results.broken().stream().map(BenchResult::broken))
        .containsExactly("it ended with code 7", "it was stopped after 1 s");
    List<Figure> figures = results.benches().get(2).figures();
    assertThat(figures).hasSize(6);
    assertThat(figures.get(0).rounds().rounds()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(figures.get(0).peer()).isNotEmpty();
    String page = Files.readString(directory.resolve("benchmarks.md"));
    assertThat(page)
        .contains("**break** did not come to its end", "**hang** did not come to its end")
        .contains("`" + figures.get(0).name() + "`", "benchmarks/prepare.svg", "| cores |");
    assertThat(page.lines().filter(line -> !line.equals(line.stripTrailing()))).isEmpty();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("prepare: " + figures.get(0).name());
    everyChartIsWellFormed();

    // The same data is no regression; data that was far better before is one.
    assertThat(AllBench.compare(file, file)).isEqualTo(AllBench.Outcome.GOOD);
    Path better = directory.resolve("better.json");
    BenchResult was = new BenchResult("prepare", "Prepared queries", "");
    figures.forEach(each -> was.figure(times(each, 100)));
    new Results(true, results.machine(), List.of(was)).write(better);
    assertThat(AllBench.compare(better, file)).isEqualTo(AllBench.Outcome.WORSE);
    assertThat(bench().run(request(Optional.of(better)), List.of(prepare)))
        .isEqualTo(AllBench.Outcome.WORSE);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("worse: prepare " + figures.get(0).name());
  }

  private static Figure times(Figure figure, double factor) {
    return new Figure(
        figure.name(),
        figure.value() * factor,
        figure.unit(),
        figure.peer(),
        figure.rounds().times(factor),
        figure.goal(),
        figure.reached(),
        figure.remark());
  }

  @Test
  void theNamesOfAllAreThoseOfBenchmarks() {
    assertThat(AllBench.names())
        .doesNotHaveDuplicates()
        .contains("engine", "query", "mongo", "cosmos", "growth", "events", "soak");
  }

  private void everyChartIsWellFormed() throws Exception {
    List<Path> charts = new ArrayList<>();
    try (Stream<Path> files = Files.list(directory.resolve("benchmarks"))) {
      files.forEach(charts::add);
    }
    assertThat(charts).isNotEmpty();
    for (Path chart : charts) {
      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(chart.toFile());
    }
  }

  private AllBench bench() {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> launcher =
        List.of(
            "env",
            "JAVA=" + java,
            "CLASSES=" + System.getProperty("java.class.path"),
            "MAIN=" + Main.class.getName(),
            "sh",
            "-c",
            SCRIPT,
            "sh");
    return new AllBench(new PrintStream(out), new PrintStream(progress), launcher, Path.of("."));
  }

  private AllBench.Request request(Optional<Path> before) {
    return new AllBench.Request(true, List.of(), before, Optional.of(directory), 1);
  }

  private static Part part(String name, Duration limit) {
    return new Part(name, "The " + name, "It is measured.", List.of(name), limit);
  }
}
