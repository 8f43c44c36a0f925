package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.server.config.Setting;
import dev.mayfly.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alert rules in docs/monitoring fit what a server answers. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MonitoringTest {
  private static final Path MONITORING = Path.of("../docs/monitoring");
  private static final Pattern NAME = Pattern.compile("\\b(?:mayfly|jvm|process|system)_[a-z_]+");

  @TempDir private Path temporary;

  /** What a server answers that has been used through both APIs. */
  private String metrics() throws Exception {
    try (ExplorerFixture server =
        new ExplorerFixture(temporary, Map.of(Setting.DEFAULT_THROUGHPUT, "4000"))) {
      server.container("shop", "carts", ",\"defaultTtl\":100");
      server.item("shop", "carts", "a", "");
      server.mongo("plant", "{insert: 'docs', documents: [{_id: 1}]}");
      server.send("GET", "/metrics");
      // Who measures was made by the first look; without a collection it has no pause to report.
      System.gc();
      Await.until(
          "a pause is reported", () -> server.metrics().contains("jvm_gc_pause_seconds_sum"));
      return server.metrics();
    }
  }

  private static Set<String> names(String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group());
    }
    return names;
  }

  @Test
  void everyMetricOfDashboardAndRulesExists() throws Exception {
    String metrics = metrics();
    BsonDocument dashboard =
        BsonDocument.parse(Files.readString(MONITORING.resolve("dashboard.json")));
    List<String> expressions = new ArrayList<>();
    for (BsonValue panel : dashboard.getArray("panels")) {
      for (BsonValue target : panel.asDocument().getArray("targets")) {
        expressions.add(target.asDocument().getString("expr").getValue());
      }
    }
    assertThat(expressions).hasSizeGreaterThan(20);
    Set<String> used = names(String.join("\n", expressions));
    for (String line : Files.readAllLines(MONITORING.resolve("alerts.yml"))) {
      if (line.contains("expr")
          || line.stripLeading().startsWith("/")
          || line.contains("rate(")
          || line.contains("sum by")) {
        used.addAll(names(line));
      }
    }
    assertThat(used).hasSizeGreaterThan(25);
    assertThat(names(metrics)).containsAll(used);
    assertThat(metrics)
        .contains("mayfly_default_ttl_seconds{container=\"carts\",database=\"shop\"} 100.0")
        .contains("api=\"nosql\",operation=\"create_item\",status=\"201\"")
        .contains("api=\"mongodb\",operation=\"insert\",status=\"ok\"")
        .doesNotContain("database=\"/");
  }

  @Test
  void promtoolAcceptsRulesAndMetrics() throws Exception {
    requirePromtool();
    assertThat(promtool(null, "check", "rules", "alerts.yml")).contains("SUCCESS");
    assertThat(promtool(null, "test", "rules", "alerts-test.yml")).contains("SUCCESS");
    Path scraped = Files.writeString(temporary.resolve("metrics.txt"), metrics());
    String problems =
        promtool(scraped, "check", "metrics")
            .lines()
            .filter(line -> line.startsWith("mayfly_"))
            .reduce("", (all, line) -> all + line + "\n");
    assertThat(problems).isEmpty();
  }

  /** Without promtool the test is skipped, with a line that says so. */
  private static void requirePromtool() {
    boolean found =
        List.of(System.getenv("PATH").split(":")).stream()
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
    if (!found) {
      String skipped = "There is no promtool: the alert rules are not tested.";
      assertThat(System.getenv("CI")).as(skipped).isNotEqualTo("true");
      System.out.println(skipped);
      Assumptions.abort(skipped);
    }
  }

  /** What it prints; it must end well, but for the advice that it has on metrics of libraries. */
  private static String promtool(Path input, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(MONITORING.toFile()).redirectErrorStream(true);
    if (input != null) {
      builder.redirectInput(input.toFile());
    }
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    if (input == null) {
      assertThat(process.exitValue()).as(output).isZero();
    }
    return output;
  }
}
