package dev.mayfly.bench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ServerMetricsTest {
  private static final String METRICS =
      """
      # TYPE jvm_memory_used_bytes gauge
      jvm_memory_used_bytes{area="heap",id="eden"} 1.5E6
      jvm_memory_used_bytes{area="heap",id="old"} 500000.0
      jvm_memory_used_bytes{area="nonheap",id="code"} 7.0
      mayfly_storage_size_bytes 42.0
      """;

  @Test
  void addsUpWhatBelongsTogether() {
    assertThat(ServerMetrics.sum(METRICS, "jvm_memory_used_bytes{area=\"heap\""))
        .isEqualTo(2_000_000);
    assertThat(ServerMetrics.sum(METRICS, "mayfly_storage_size_bytes ")).isEqualTo(42);
  }

  @Test
  void aMissingMetricIsNotZero() {
    assertThatThrownBy(() -> ServerMetrics.sum(METRICS, "mayfly_items{"))
        .hasMessageContaining("mayfly_items");
  }
}
