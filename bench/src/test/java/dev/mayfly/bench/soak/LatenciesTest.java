package dev.mayfly.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void percentilesAreRightWithinThreePercent() {
    Latencies latencies = new Latencies();
    for (int i = 1; i <= 100_000; i++) {
      latencies.add(i * 1000L);
    }
    Latencies.Counted counted = latencies.take();
    assertThat(counted.requests()).isEqualTo(100_000);
    for (double fraction : new double[] {0.01, 0.5, 0.99, 0.999}) {
      assertThat(counted.millis(fraction))
          .isCloseTo(100 * fraction, Percentage.withPercentage(3.2));
    }
  }

  @Test
  void anyTimeHasAnInterval() {
    Latencies latencies = new Latencies();
    for (long nanos : new long[] {-5, 0, 1, 31, 32, 63, 64, 65, Long.MAX_VALUE}) {
      latencies.add(nanos);
    }
    Latencies.Counted counted = latencies.take();
    assertThat(counted.requests()).isEqualTo(9);
    assertThat(counted.millis(0)).isZero();
    assertThat(counted.millis(0.999))
        .isCloseTo(Long.MAX_VALUE / 1e6, Percentage.withPercentage(3.2));
  }

  @Test
  void whatWasTakenIsCountedNoMore() {
    Latencies latencies = new Latencies();
    latencies.add(1000);
    latencies.take();
    assertThat(latencies.take().requests()).isZero();
    assertThat(latencies.take().millis(0.5)).isEqualTo(0, within(0.0));
  }
}
