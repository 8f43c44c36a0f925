package dev.mayfly.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.measure.Report;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ReportTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream progress = new ByteArrayOutputStream();
  private final Report report = new Report(new PrintStream(out), new PrintStream(progress));

  @Test
  void everyFigureIsOneLine() {
    report.atLeast("read-1", 0.83, 0.6);
    report.atLeast("read-16", 0.59, 0.6);
    report.atMost("purge-flat", 1.3, 1.3);
    report.below("start-ms", 500, 500, "first 700.0");
    assertThat(lines())
        .containsExactly(
            "read-1 0.83 >=0.60 ok",
            "read-16 0.59 >=0.60 short",
            "purge-flat 1.30 <=1.30 ok",
            "start-ms 500.00 <500 short (first 700.0)");
  }

  @Test
  void aLatencyMayDifferAsMuchAsTwoEqualRuns() {
    report.latencyRatio("p99", 1.08, 1.2, 1.05);
    report.latencyRatio("p99", 1.3, 1.2, 1.4);
    report.latencyRatio("p99", 1.3, 1.2, 1.25);
    assertThat(lines())
        .containsExactly(
            "p99 1.08 <=1.20 ok (equal runs 1.05)",
            "p99 1.30 <=1.20 ok (equal runs 1.40)",
            "p99 1.30 <=1.20 short (equal runs 1.25)");
  }

  @Test
  void theSummaryNamesWhatFallsShort() {
    report.atLeast("a", 1, 0.6);
    report.atLeast("b", 0.1, 0.6);
    report.summarize();
    assertThat(progress.toString(StandardCharsets.UTF_8)).contains("2 figures, 1 short: b");
  }

  private String[] lines() {
    return out.toString(StandardCharsets.UTF_8).split(System.lineSeparator());
  }
}
