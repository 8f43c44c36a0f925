package dev.mayfly.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Log times grow with LSNs, and lead back to them. */
class LogTimeTest {
  private static final long SECOND = 1_800_000_000L;

  @Test
  void growWithEveryWriteAndLeadBack() {
    Random random = Seeds.random(LogTimeTest.class);
    long lsn = random.nextLong(1L << 40);
    long second = SECOND;
    long before = 0;
    for (int i = 0; i < 100_000; i++) {
      long next = lsn + 1 + random.nextInt(1 << 20);
      boolean otherPeriod = next >>> 32 != lsn >>> 32;
      second += otherPeriod ? 1 : random.nextInt(2);
      lsn = next;
      long time = LogTime.of(second, lsn);

      assertThat(LogTime.isAfter(time, before)).isTrue();
      assertThat(LogTime.max(before, time)).isEqualTo(time);
      assertThat(LogTime.second(time)).isEqualTo(second);
      long later = lsn + random.nextLong(LogTime.LSN_PERIOD);
      assertThat(LogTime.lsn(time, later)).isEqualTo(lsn);
      before = time;
    }
  }

  @Test
  void areUnsigned() {
    long late = LogTime.of(4_000_000_000L, 7);
    assertThat(LogTime.isAfter(late, LogTime.of(SECOND, 8))).isTrue();
    assertThat(LogTime.second(late)).isEqualTo(4_000_000_000L);
    assertThat(LogTime.second(LogTime.of(1L << 40, 7))).isEqualTo(0xffffffffL);
    assertThat(LogTime.second(LogTime.of(Long.MIN_VALUE, 7))).isZero();
  }
}
