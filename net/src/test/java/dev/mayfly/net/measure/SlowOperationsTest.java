package dev.mayfly.net.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SlowOperationsTest {
  private final AtomicLong nanos = new AtomicLong(TimeUnit.SECONDS.toNanos(100));
  private final SlowOperations slow = new SlowOperations(nanos::get);

  /** Asked for once for each line of the log. */
  private final AtomicInteger lines = new AtomicInteger();

  private void check(long millis, double requestUnits) {
    slow.check(
        new OperationMeter.Finished(
            "nosql", "read_item", "200", TimeUnit.MILLISECONDS.toNanos(millis), requestUnits),
        () -> "line " + lines.incrementAndGet());
  }

  @Test
  void onlyWhatReachesAThresholdIsLogged() {
    check(100_000, 100_000);
    assertThat(slow.total()).as("both are off at the start").isZero();
    slow.setThresholds(50, 7);
    check(49, 6.9);
    check(50, 0);
    check(0, 7);
    slow.setThresholds(50, SlowOperations.OFF);
    check(0, 100);
    assertThat(slow.total()).isEqualTo(2);
    assertThat(lines).hasValue(2);
  }

  @Test
  void anOverloadDoesNotFloodTheLog() {
    slow.setThresholds(1, SlowOperations.OFF);
    for (int i = 0; i < 100; i++) {
      check(2, 1);
    }
    assertThat(lines).as("in one second").hasValue(10);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    for (int i = 0; i < 100; i++) {
      check(2, 1);
    }
    assertThat(lines).as("in two").hasValue(20);
    assertThat(slow.total()).isEqualTo(200);
  }
}
