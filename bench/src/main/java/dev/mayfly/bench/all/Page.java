package dev.mayfly.bench.all;

import dev.mayfly.bench.chart.GoalChart;
import dev.mayfly.bench.chart.LineChart;
import dev.mayfly.bench.measure.Figure;
import dev.mayfly.bench.measure.Series;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The page of a run: what it was made on, each figure, and charts drawn from the data. */
final class Page {
  private static final String CHARTS = "benchmarks";

  private final Results results;
  private final StringBuilder text = new StringBuilder();
  private final Map<String, String> charts = new LinkedHashMap<>();

  private Page(Results results) {
    this.results = results;
  }

  /** Writes the page, its charts and the data into a directory, over those of an earlier run. */
  static void write(Results results, Path directory) throws IOException {
    Page page = new Page(results);
    page.compose();
    Path charts = directory.resolve(CHARTS);
    Files.createDirectories(charts);
    try (DirectoryStream<Path> old = Files.newDirectoryStream(charts, "*.svg")) {
      for (Path each : old) {
        Files.delete(each);
      }
    }
    for (Map.Entry<String, String> chart : page.charts.entrySet()) {
      Files.writeString(charts.resolve(chart.getKey()), chart.getValue());
    }
    Files.writeString(directory.resolve("benchmarks.md"), page.text);
    results.write(directory.resolve("benchmarks.json"));
  }

  private void compose() {
    line("# Benchmarks");
    line("");
    line(
        "Made by `./mayfly bench all%s`; do not edit. [How to run it](../bench/README.md).",
        results.quick() ? " --quick" : "");
    line("The data of this page, for `--compare`: [benchmarks.json](benchmarks.json).");
    line("");
    machine();
    summary();
    for (BenchResult bench : results.benches()) {
      section(bench);
    }
  }

  private void machine() {
    line("| made on | |");
    line("|---|---|");
    results.machine().forEach((name, value) -> line("| %s | %s |", name, cell(value)));
    results.versions().forEach((name, value) -> line("| peer: %s | %s |", name, cell(value)));
    line("");
  }

  private void summary() {
    int all = results.benches().stream().mapToInt(each -> each.figures().size()).sum();
    int missed = results.benches().stream().mapToInt(each -> each.shortOfGoal().size()).sum();
    double minutes = results.benches().stream().mapToDouble(BenchResult::seconds).sum() / 60;
    line(
        "%d figures in %.0f minutes, %d short of their goals. A ratio is the median of its rounds,",
        all, minutes, missed);
    line("which alternate between both sides; beside it stand the least and the greatest round.");
    line("In the charts each figure is a share of its goal, with a bar from the worst to the best");
    line("round: right of the line is reached. With other load on the machine (see above),");
    line("rates and latencies say little, and ratios of processor time still something.");
    line("");
    Map<String, String> leftOut = new TreeMap<>();
    results.benches().forEach(each -> leftOut.putAll(each.leftOut()));
    if (!results.broken().isEmpty() || !leftOut.isEmpty()) {
      line("Not measured:");
      results
          .broken()
          .forEach(
              each -> line("- **%s** did not come to its end: %s", each.name(), each.broken()));
      leftOut.forEach((what, why) -> line("- %s: %s", what, why));
      line("");
    }
    line("| benchmark | figures | short of the goal | took |");
    line("|---|---|---|---|");
    for (BenchResult bench : results.benches()) {
      line(
          "| [%s](#%s) | %d | %s | %.0f s |",
          bench.name(),
          anchor(bench.title()),
          bench.figures().size(),
          bench.shortOfGoal().isEmpty() ? "" : String.join(", ", bench.shortOfGoal()),
          bench.seconds());
    }
    line("");
  }

  private void section(BenchResult bench) {
    line("## %s", bench.title());
    line("");
    line("%s (`./mayfly bench %s`)", bench.about(), bench.name());
    line("");
    if (bench.isBroken()) {
      line("It did not come to its end: %s", bench.broken());
      line("");
    }
    if (!bench.figures().isEmpty()) {
      picture(bench.name(), bench.title(), GoalChart.draw(bench.title(), bench.figures()));
    }
    Map<String, List<Series>> panels = new LinkedHashMap<>();
    for (Series each : bench.series()) {
      panels.computeIfAbsent(each.chart(), unused -> new ArrayList<>()).add(each);
    }
    panels.forEach((title, each) -> picture(slug(title), title, LineChart.draw(title, each)));
    if (!bench.figures().isEmpty()) {
      line("| figure | value | rounds | goal | | beside | remark |");
      line("|---|---|---|---|---|---|---|");
      bench.figures().forEach(this::row);
      line("");
    }
  }

  private void picture(String name, String title, String svg) {
    String file = name + ".svg";
    charts.put(file, svg);
    line("![%s](%s/%s)", title, CHARTS, file);
    line("");
  }

  private void row(Figure figure) {
    String unit = figure.unit().equals(Figure.RATIO) ? "" : " " + figure.unit();
    int rounds = figure.rounds().rounds().size();
    line(
        "| `%s` | %.2f%s | %s | %s | %s | %s | %s |",
        figure.name(),
        figure.value(),
        unit,
        rounds == 1
            ? "1"
            : String.format(
                Locale.ROOT,
                "%d: %.2f to %.2f",
                rounds,
                figure.rounds().min(),
                figure.rounds().max()),
        figure.goal(),
        figure.reached() ? "ok" : "**short**",
        cell(figure.peer()),
        cell(figure.remark()));
  }

  private static String cell(String words) {
    return words.replace("|", "\\|");
  }

  private static String anchor(String title) {
    return slug(title);
  }

  /** As links to headings are made. */
  private static String slug(String title) {
    return title
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^a-z0-9 -]", "")
        .strip()
        .replaceAll(" ", "-");
  }

  private void line(String format, Object... values) {
    String line = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
    text.append(line.stripTrailing()).append('\n');
  }
}
