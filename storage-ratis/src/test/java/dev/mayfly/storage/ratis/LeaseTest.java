package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LeaseTest {
  private static final long HOUR = TimeUnit.HOURS.toNanos(1);

  @Test
  void isValidForItsLengthAfterTheOthersWereAsked() {
    Lease lease = new Lease(HOUR);
    assertThat(lease.isValid()).isFalse();
    lease.extend(System.nanoTime() - HOUR);
    assertThat(lease.isValid()).isFalse();
    lease.extend(System.nanoTime() - HOUR / 2);
    assertThat(lease.isValid()).isTrue();
    assertThat(lease.leftMillis()).isBetween(1L, TimeUnit.NANOSECONDS.toMillis(HOUR / 2));
    // An answer to an older question changes nothing.
    lease.extend(System.nanoTime() - HOUR);
    assertThat(lease.isValid()).isTrue();
  }

  @Test
  void onceEndedItStaysSo() {
    Lease lease = new Lease(HOUR);
    lease.extend(System.nanoTime());
    lease.end();
    assertThat(lease.isValid()).isFalse();
    lease.extend(System.nanoTime());
    assertThat(lease.await(HOUR)).isFalse();
    assertThat(lease.leftMillis()).isZero();
  }

  @Test
  void thoseWhoWaitContinueWhenItIsExtended() {
    Lease lease = new Lease(HOUR);
    Thread other = new Thread(() -> lease.extend(System.nanoTime()));
    other.start();
    assertThat(lease.await(HOUR)).isTrue();
  }
}
