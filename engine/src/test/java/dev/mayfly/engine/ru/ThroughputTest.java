package dev.mayfly.engine.ru;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThroughputTest {
  @ParameterizedTest
  @ValueSource(longs = {400, 500, 10_000, 1_000_000})
  void manual(long ruPerSecond) {
    Throughput throughput = Throughput.manual(ruPerSecond);
    assertThat(throughput.kind()).isEqualTo(Throughput.Kind.MANUAL);
    assertThat(throughput.ruPerSecond()).isEqualTo(ruPerSecond);
    assertThat(throughput.isLimited()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MIN_VALUE, -400, 0, 300, 399, 450, 401, 1_000_100, Long.MAX_VALUE})
  void manualRefused(long ruPerSecond) {
    assertThatThrownBy(() -> Throughput.manual(ruPerSecond))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining(ruPerSecond + " RU/s")
        .hasMessageContaining("multiple of 100 from 400 to 1000000");
  }

  @ParameterizedTest
  @ValueSource(longs = {1000, 4000, 1_000_000})
  void autoscale(long maxRuPerSecond) {
    Throughput throughput = Throughput.autoscale(maxRuPerSecond);
    assertThat(throughput).isEqualTo(new Throughput(Throughput.Kind.AUTOSCALE, maxRuPerSecond));
    assertThat(throughput.isLimited()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {-1000, 0, 400, 900, 1500, 1_001_000})
  void autoscaleRefused(long maxRuPerSecond) {
    assertThatThrownBy(() -> Throughput.autoscale(maxRuPerSecond))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining(maxRuPerSecond + " RU/s")
        .hasMessageContaining("multiple of 1000 from 1000 to 1000000");
  }

  @Test
  void noneAndSharedHaveNoNumber() {
    assertThat(Throughput.NONE.isLimited()).isFalse();
    assertThat(Throughput.SHARED.isLimited()).isFalse();
    assertThatThrownBy(() -> new Throughput(Throughput.Kind.NONE, 400))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
