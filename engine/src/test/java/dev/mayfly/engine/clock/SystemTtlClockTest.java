package dev.mayfly.engine.clock;

import static dev.mayfly.engine.clock.ManualWallTime.START_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rule B6 while running. */
@Tag("B6")
class SystemTtlClockTest {
  private static final long HOUR = 3600;

  private final ManualWallTime time = new ManualWallTime();
  private final SystemTtlClock clock = new SystemTtlClock(time, ClockSettings.DEFAULT);
  private final AtomicInteger moves = new AtomicInteger();

  SystemTtlClockTest() {
    clock.onMove(moves::incrementAndGet);
  }

  @Test
  void followsTheWallClock() {
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
    time.passMillis(999);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
    assertThat(clock.millisToNextSecond()).isEqualTo(1);
    assertThat(clock.epochMilli()).isEqualTo(START_SECOND * 1000 + 999);
    time.passMillis(1);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 1);
    assertThat(clock.millisToNextSecond()).isEqualTo(1000);
    time.passSeconds(86_400);
    assertStatus(START_SECOND + 86_401, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void readsTheUptimeOnlyNowAndThen() {
    long before = time.uptimeReads();
    for (int i = 0; i < 1000; i++) {
      time.passMillis(10);
      clock.epochSecond();
    }
    assertThat(time.uptimeReads() - before).isBetween(1L, 5L);
  }

  @Test
  void adoptsForwardStepsUpToTheBound() {
    time.stepSeconds(HOUR);
    assertStatus(START_SECOND + HOUR, 0);
    assertThat(moves).hasValue(1);
    time.passSeconds(1);
    assertStatus(START_SECOND + HOUR + 1, 0);
    assertThat(moves).hasValue(1);
  }

  @Test
  void doesNotBelieveForwardStepsBeyondTheBound() {
    time.stepMillis(HOUR * 1000 + 1);
    assertStatus(START_SECOND, HOUR);
    // It keeps ticking, also over many anchors and without being asked in between.
    for (int i = 1; i <= 100; i++) {
      time.passSeconds(1);
      assertStatus(START_SECOND + i, HOUR);
    }
    time.passSeconds(86_400);
    assertStatus(START_SECOND + 100 + 86_400, HOUR);
    assertThat(clock.status().frozen()).isFalse();
    assertThat(moves).hasValue(0);
  }

  @Test
  void ticksInMillisecondsWhileAStepIsNotBelieved() {
    time.passMillis(400);
    time.stepMillis(10 * HOUR * 1000 + 250);
    assertThat(clock.millisToNextSecond()).isEqualTo(600);
    time.passMillis(590);
    assertThat(clock.millisToNextSecond()).isEqualTo(10);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
    time.passMillis(10);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 1);
  }

  @Test
  void noticesAStepThatHappenedWhileNobodyAsked() {
    time.passSeconds(40_000);
    time.stepSeconds(2 * HOUR);
    time.passSeconds(40_000);
    assertStatus(START_SECOND + 80_000, 2 * HOUR);
  }

  @Test
  void boundOfZeroAdoptsEverything() {
    SystemTtlClock credulous =
        new SystemTtlClock(time, ClockSettings.DEFAULT.withForwardBoundSeconds(0));
    time.stepSeconds(10 * 365 * 86_400L);
    assertThat(credulous.epochSecond()).isEqualTo(START_SECOND + 10 * 365 * 86_400L);
    assertThat(credulous.status().unbelievedStepSeconds()).isZero();
  }

  @Test
  void confirmingAForwardStepAdoptsIt() {
    time.stepSeconds(5 * HOUR);
    assertStatus(START_SECOND, 5 * HOUR);
    time.passSeconds(3);
    clock.confirmStep();
    assertThat(moves).hasValue(1);
    assertStatus(START_SECOND + 5 * HOUR + 3, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 5 * HOUR + 4, 0);
    assertThat(moves).hasValue(1);
  }

  @Test
  void confirmingAStepThatNobodyHasNoticedYetAdoptsIt() {
    time.stepSeconds(5 * HOUR);
    clock.confirmStep();
    assertStatus(START_SECOND + 5 * HOUR, 0);
  }

  @Test
  void confirmingNothingDoesNothing() {
    clock.confirmStep();
    time.passSeconds(1);
    clock.confirmStep();
    assertStatus(START_SECOND + 1, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void anUndoneForwardStepLeavesNoTrace() {
    time.stepSeconds(100 * HOUR);
    assertStatus(START_SECOND, 100 * HOUR);
    time.passSeconds(100);
    time.stepSeconds(-100 * HOUR);
    assertStatus(START_SECOND + 100, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 101, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void aStepThatIsSlewedAwayIsUndone() {
    time.stepSeconds(2 * HOUR);
    assertStatus(START_SECOND, 2 * HOUR);
    // A tenth of each second: not a jump, but after 20 hours it is gone.
    for (int i = 0; i < 20 * HOUR; i++) {
      time.passSeconds(1);
      time.stepMillis(-100);
      clock.epochSecond();
    }
    assertThat(clock.status().unbelievedStepSeconds()).isZero();
    assertThat(clock.epochSecond()).isBetween(time.wallSecond(), time.wallSecond() + 1);
    assertThat(clock.epochSecond()).isBetween(START_SECOND + 71_998, START_SECOND + 72_001);
    assertThat(moves).hasValue(0);
  }

  @Test
  void driftDoesNotCarryAnUnbelievedStepAcrossTheBound() {
    time.stepMillis(HOUR * 1000 + 300);
    assertStatus(START_SECOND, HOUR);
    for (int i = 0; i < 1000; i++) {
      time.passMillis(999);
      time.stepMillis(-1);
      clock.epochSecond();
    }
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 999);
    assertThat(clock.status().unbelievedStepSeconds()).isEqualTo(HOUR - 1);
  }

  @Test
  void whatRemainsOfAnUnbelievedStepIsNotBelievedEither() {
    time.stepSeconds(3 * HOUR);
    assertStatus(START_SECOND, 3 * HOUR);
    time.stepSeconds(HOUR);
    assertStatus(START_SECOND, 4 * HOUR);
    // As a step of its own half an hour would be adopted.
    time.stepSeconds(-HOUR * 7 / 2);
    assertStatus(START_SECOND, HOUR / 2);
    time.stepSeconds(-HOUR / 2 + 61);
    assertStatus(START_SECOND, 61);
    assertThat(moves).hasValue(0);
    time.stepSeconds(-1);
    assertStatus(START_SECOND + 60, 0);
    assertThat(moves).hasValue(1);
  }

  @Test
  void anUndoingThatGoesBeyondIsAStepOfItsOwn() {
    time.stepSeconds(3 * HOUR);
    assertStatus(START_SECOND, 3 * HOUR);
    time.stepSeconds(-3 * HOUR - 61);
    assertStatus(START_SECOND, -61);
    time.stepSeconds(61 + HOUR);
    assertStatus(START_SECOND + HOUR, 0);
    time.stepSeconds(2 * HOUR);
    assertStatus(START_SECOND + HOUR, 2 * HOUR);
    time.stepSeconds(-2 * HOUR - 60);
    assertStatus(START_SECOND + HOUR, 0);
    time.passSeconds(61);
    assertStatus(START_SECOND + HOUR + 1, 0);
  }

  @Test
  void suspendIsTimeThatPasses() {
    time.suspendSeconds(100 * HOUR);
    assertStatus(START_SECOND + 100 * HOUR, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 100 * HOUR + 1, 0);
  }

  @Test
  void suspendCountsWhileAStepIsNotBelieved() {
    time.stepSeconds(3 * HOUR);
    assertStatus(START_SECOND, 3 * HOUR);
    time.suspendSeconds(8 * HOUR);
    assertStatus(START_SECOND + 8 * HOUR, 3 * HOUR);
  }

  @Test
  void aStepDuringSuspendIsReportedFromTheSuspend() {
    time.suspendSeconds(8 * HOUR);
    time.stepSeconds(2 * HOUR);
    assertStatus(START_SECOND + 8 * HOUR, 2 * HOUR);
  }

  @Test
  void smallBackwardStepsAreWaitedOut() {
    time.passSeconds(100);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 100);
    time.stepSeconds(-60);
    for (int i = 0; i < 60; i++) {
      assertStatus(START_SECOND + 100, 0);
      assertThat(clock.millisToNextSecond()).isEqualTo(1000);
      assertThat(clock.epochMilli()).isEqualTo((START_SECOND + 100) * 1000);
      time.passSeconds(1);
    }
    assertStatus(START_SECOND + 100, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 101, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void largeBackwardStepsAreNotBelieved() {
    time.stepSeconds(-61);
    assertStatus(START_SECOND, -61);
    time.passSeconds(30);
    assertStatus(START_SECOND + 30, -61);
    time.stepSeconds(61);
    assertStatus(START_SECOND + 30, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 31, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void confirmingABackwardStepStandsStillUntilTheWallClockHasCaughtUp() {
    time.stepSeconds(-2 * HOUR);
    assertStatus(START_SECOND, -2 * HOUR);
    time.passSeconds(10);
    clock.confirmStep();
    assertThat(moves).hasValue(1);
    assertStatus(START_SECOND + 10, 0);
    time.passSeconds(2 * HOUR);
    assertStatus(START_SECOND + 10, 0);
    time.passSeconds(1);
    assertStatus(START_SECOND + 11, 0);
  }

  @Test
  void followsSlowDriftInBothDirections() {
    for (int direction : new int[] {1, -1}) {
      for (int i = 0; i < 20_000; i++) {
        time.passSeconds(1);
        time.stepMillis(direction);
        assertThat(clock.epochSecond()).isBetween(time.wallSecond(), time.wallSecond() + 1);
      }
    }
    assertThat(clock.status().unbelievedStepSeconds()).isZero();
    assertThat(moves).hasValue(0);
  }

  @Test
  void driftOfALongTimeUnaskedIsNoStep() {
    long days = 100 * 86_400;
    time.passSeconds(days);
    time.stepSeconds(days / 2000);
    assertStatus(START_SECOND + days + days / 2000, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void anUptimeThatStandsStillDoesNotLookLikeSteps() {
    for (int i = 1; i <= 20_000; i++) {
      time.passSecondsWithoutUptime(1);
      assertThat(clock.epochSecond()).isEqualTo(START_SECOND + i);
    }
    time.passSecondsWithoutUptime(2 * HOUR);
    assertStatus(START_SECOND + 20_000 + 2 * HOUR, 0);
    assertThat(moves).hasValue(0);
  }

  @Test
  void aListenerThatFailsDisturbsNobody() {
    SystemTtlClock other = new SystemTtlClock(time, ClockSettings.DEFAULT);
    other.onMove(
        () -> {
          throw new IllegalStateException("on purpose");
        });
    other.onMove(moves::incrementAndGet);
    time.stepSeconds(10);
    assertThat(other.epochSecond()).isEqualTo(START_SECOND + 10);
    assertThat(moves).hasValue(1);
  }

  @Test
  void aListenerSeesTheMovedTime() {
    long[] seen = new long[1];
    clock.onMove(() -> seen[0] = clock.epochSecond());
    time.stepSeconds(10);
    clock.epochSecond();
    assertThat(seen[0]).isEqualTo(START_SECOND + 10);
  }

  @Test
  void theRealMachineTicks() {
    SystemTtlClock real = new SystemTtlClock();
    long wallSecond = System.currentTimeMillis() / 1000;
    assertThat(real.epochSecond()).isBetween(wallSecond - 1, wallSecond + 1);
    assertThat(real.millisToNextSecond()).isBetween(1L, 1000L);
  }

  private void assertStatus(long epochSecond, long unbelievedStepSeconds) {
    assertThat(clock.epochSecond()).isEqualTo(epochSecond);
    assertThat(clock.status())
        .isEqualTo(new TtlClock.Status(epochSecond, false, unbelievedStepSeconds));
  }
}
