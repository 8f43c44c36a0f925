package dev.mayfly.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.fuzz.Outcome.Finding;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FuzzerOutputTest {
  private final FuzzerOutput output = new FuzzerOutput();

  private Finding lines(String... lines) {
    Finding finding = null;
    for (String line : lines) {
      Finding next = output.line(line);
      finding = next == null ? finding : next;
    }
    return finding;
  }

  @Test
  void statusLinesTellExecutionsAndEdges() {
    lines("#2\tINITED cov: 2 ft: 2 corp: 1/1b exec/s: 0 rss: 1155Mb", "#4\tpulse  cov: 3 ft: 3 c");
    assertThat(output.executions()).isEqualTo(4);
    assertThat(output.edges()).isEqualTo(3);
    output.nextProcess();
    lines("#1\tpulse  cov: 1 ft: 1 corp: 1/1b");
    assertThat(output.executions()).isEqualTo(1);
    assertThat(output.edges()).isEqualTo(3);
  }

  @Test
  void anExceptionIsAFindingOnce() {
    String[] reported = {
      "== Java Exception: java.lang.AssertionError: two keys",
      "DEDUP_TOKEN: f3422942620d80bc",
      "artifact_prefix='x/'; Test unit written to x/crash-1",
    };
    assertThat(lines(reported))
        .isEqualTo(new Finding("java.lang.AssertionError: two keys", Path.of("x/crash-1")));
    assertThat(lines(reported)).isNull();
    assertThat(output.findings()).hasSize(1);
  }

  @Test
  void aHangIsAFinding() {
    Finding finding =
        lines(
            "==1== ERROR: libFuzzer: timeout after 300 seconds",
            "artifact_prefix='x/'; Test unit written to x/timeout-1");
    assertThat(finding.what()).isEqualTo("timeout after 300 seconds");
  }

  @Test
  void slowInputsAreNoFindings() {
    assertThat(lines("artifact_prefix='x/'; Test unit written to x/slow-unit-1")).isNull();
  }
}
