package dev.mayfly.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rule G1. */
@Tag("G1")
class MovableClockTest {
  private static final long START = 1_800_000_000L;

  private final AtomicLong nano = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);
  private final MovableClock clock = MovableClock.tickingFrom(START, nano::get);
  private final AtomicInteger moves = new AtomicInteger();

  MovableClockTest() {
    clock.onMove(moves::incrementAndGet);
  }

  @Test
  void ticksWithRealTime() {
    passMillis(1999);
    assertThat(clock.epochSecond()).isEqualTo(START + 1);
    assertThat(clock.millisToNextSecond()).isEqualTo(1);
    assertThat(clock.epochMilli()).isEqualTo(START * 1000 + 1999);
    passMillis(1);
    assertThat(clock.epochSecond()).isEqualTo(START + 2);
    assertThat(clock.millisToNextSecond()).isEqualTo(1000);
    assertThat(clock.status()).isEqualTo(new TtlClock.Status(START + 2, false, 0));
  }

  @Test
  void startsAtTheWallClock() {
    long before = System.currentTimeMillis() / 1000;
    long second = MovableClock.fromWallClock().epochSecond();
    assertThat(second).isBetween(before, System.currentTimeMillis() / 1000);
  }

  @Test
  void frozenItStandsStillAndAdvancesExactly() {
    passMillis(1500);
    clock.freeze();
    passMillis(100_000);
    assertThat(clock.status()).isEqualTo(new TtlClock.Status(START + 1, true, 0));
    assertThat(clock.millisToNextSecond()).isEqualTo(1000);
    assertThat(clock.advance(30 * 86_400)).isEqualTo(START + 1 + 30 * 86_400);
    passMillis(100_000);
    assertThat(clock.epochSecond()).isEqualTo(START + 1 + 30 * 86_400);
    clock.freeze();
    assertThat(clock.epochSecond()).isEqualTo(START + 1 + 30 * 86_400);
  }

  @Test
  void resetTicksFromWhereItStands() {
    passMillis(1500);
    clock.freeze();
    clock.advance(1000);
    passMillis(50_000);
    clock.reset();
    assertThat(clock.status()).isEqualTo(new TtlClock.Status(START + 1001, false, 0));
    passMillis(499);
    assertThat(clock.epochSecond()).isEqualTo(START + 1001);
    passMillis(1);
    assertThat(clock.epochSecond()).isEqualTo(START + 1002);
  }

  @Test
  void advancesWhileTicking() {
    passMillis(700);
    assertThat(clock.advance(10)).isEqualTo(START + 10);
    passMillis(300);
    assertThat(clock.epochSecond()).isEqualTo(START + 11);
  }

  @Test
  void movesNotifyListeners() {
    clock.freeze();
    assertThat(moves).hasValue(0);
    clock.advance(1);
    assertThat(moves).hasValue(1);
    clock.reset();
    assertThat(moves).hasValue(2);
    clock.resumeFrom(START);
    assertThat(moves).hasValue(2);
    clock.resumeFrom(START + 10);
    assertThat(moves).hasValue(3);
  }

  @Test
  void refusesAdvancesThatAreNotValid() {
    long most = EpochSeconds.MAX - START;
    for (long seconds : new long[] {-1, Long.MIN_VALUE, most + 1, Long.MAX_VALUE}) {
      assertThatThrownBy(() -> clock.advance(seconds))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
          .hasMessageContaining(Long.toString(seconds))
          .hasMessageContaining(Long.toString(most));
    }
    assertThat(clock.epochSecond()).isEqualTo(START);
    assertThat(moves).hasValue(0);
    assertThat(clock.advance(most)).isEqualTo(EpochSeconds.MAX);
    assertThatThrownBy(() -> clock.advance(1)).isInstanceOf(EngineException.class);
    // Past the end of the domain the clock still ticks, and still refuses.
    passMillis(5000);
    assertThatThrownBy(() -> clock.advance(1))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("from 0 to 0");
  }

  @Test
  void refusesToStartOutsideTheDomain() {
    for (long second : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> MovableClock.frozenAt(second))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(Long.toString(second));
    }
  }

  @Test
  void resumesFromALaterStoredTimeAtOnce() {
    MovableClock frozen = MovableClock.frozenAt(START);
    frozen.resumeFrom(START + 1_000_000);
    assertThat(frozen.status()).isEqualTo(new TtlClock.Status(START + 1_000_000, true, 0));
    frozen.resumeFrom(START);
    assertThat(frozen.epochSecond()).isEqualTo(START + 1_000_000);
  }

  @Test
  void confirmingDoesNothing() {
    clock.confirmStep();
    assertThat(clock.epochSecond()).isEqualTo(START);
    assertThat(moves).hasValue(0);
  }

  @Test
  void isMonotoneForAllThreads() throws Exception {
    // Every look at real time costs a third of a second, so that each race shows.
    AtomicLong fast = new AtomicLong();
    MovableClock shared = MovableClock.tickingFrom(START, () -> fast.addAndGet(333_000_000));
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong highest = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      List<Future<?>> askers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        askers.add(
            threads.submit(
                () -> {
                  while (!done.get()) {
                    long atLeast = highest.get();
                    long now = shared.epochSecond();
                    assertThat(now).isGreaterThanOrEqualTo(atLeast);
                    highest.accumulateAndGet(now, Math::max);
                  }
                }));
      }
      for (int i = 0; i < 20_000; i++) {
        shared.freeze();
        shared.advance(i % 3);
        shared.reset();
      }
      done.set(true);
      for (Future<?> asker : askers) {
        asker.get(30, TimeUnit.SECONDS);
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
  }

  private void passMillis(long millis) {
    nano.addAndGet(millis * 1_000_000);
  }
}
