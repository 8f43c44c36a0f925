package dev.mayfly.engine.clock;

import static dev.mayfly.engine.clock.ManualWallTime.START_SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rule B6 across restarts. */
@Tag("B6")
class SystemTtlClockResumeTest {
  private static final ClockSettings ACCEPTING = ClockSettings.DEFAULT.withAcceptClockBehind(true);

  private final ManualWallTime time = new ManualWallTime();

  @Test
  void anEarlierStoredTimeChangesNothing() {
    SystemTtlClock clock = clock(ClockSettings.DEFAULT);
    clock.resumeFrom(START_SECOND - 1_000_000);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
    clock.resumeFrom(START_SECOND);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
  }

  @Test
  void aWallClockALittleBehindIsWaitedFor() {
    SystemTtlClock clock = clock(ClockSettings.DEFAULT);
    clock.resumeFrom(START_SECOND + 60);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 60);
    assertThat(clock.millisToNextSecond()).isEqualTo(1000);
    time.passSeconds(60);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 60);
    time.passSeconds(1);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 61);
  }

  @Test
  void aWallClockFarBehindIsRefusedWithTheWayOut() {
    SystemTtlClock clock = clock(ClockSettings.DEFAULT);
    assertThatThrownBy(() -> clock.resumeFrom(START_SECOND + 61))
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOCK_BEHIND))
        .hasMessageContaining("2026-03-01T12:00:00Z")
        .hasMessageContaining("2026-03-01T12:01:01Z")
        .hasMessageContaining("61 seconds")
        .hasMessageContaining("--accept-clock-behind");
    // The refusal leaves no trace: with the clock set right the same call succeeds.
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
    time.stepSeconds(61);
    clock.resumeFrom(START_SECOND + 61);
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND + 61);
  }

  @Test
  void theBoundIsASetting() {
    SystemTtlClock clock = clock(ClockSettings.DEFAULT.withBackwardBoundSeconds(0));
    assertThatThrownBy(() -> clock.resumeFrom(START_SECOND + 1))
        .isInstanceOf(EngineException.class);
    SystemTtlClock patient = clock(ClockSettings.DEFAULT.withBackwardBoundSeconds(100_000));
    patient.resumeFrom(START_SECOND + 100_000);
    assertThat(patient.epochSecond()).isEqualTo(START_SECOND + 100_000);
  }

  @Test
  void acceptedItTicksOnFromTheStoredTime() {
    SystemTtlClock clock = clock(ACCEPTING);
    clock.resumeFrom(START_SECOND + 7200);
    assertStatus(clock, START_SECOND + 7200, -7200);
    time.passSeconds(100);
    assertStatus(clock, START_SECOND + 7300, -7200);
  }

  @Test
  void acceptedAndThenSetRightItFollowsTheWallClockAgain() {
    SystemTtlClock clock = clock(ACCEPTING);
    clock.resumeFrom(START_SECOND + 7200);
    time.passSeconds(100);
    time.stepSeconds(7200);
    assertStatus(clock, START_SECOND + 7300, 0);
    time.passSeconds(1);
    assertStatus(clock, START_SECOND + 7301, 0);
  }

  @Test
  void acceptedAndConfirmedItStandsStillUntilTheWallClockHasCaughtUp() {
    SystemTtlClock clock = clock(ACCEPTING);
    clock.resumeFrom(START_SECOND + 7200);
    clock.confirmStep();
    assertStatus(clock, START_SECOND + 7200, 0);
    time.passSeconds(7200);
    assertStatus(clock, START_SECOND + 7200, 0);
    time.passSeconds(1);
    assertStatus(clock, START_SECOND + 7201, 0);
  }

  @Test
  void aForwardStepWhileStandingStillIsNotBelievedEither() {
    SystemTtlClock clock = clock(ClockSettings.DEFAULT);
    clock.resumeFrom(START_SECOND + 50);
    time.stepSeconds(100_000);
    assertStatus(clock, START_SECOND + 50, 100_000);
    time.passSeconds(51);
    assertStatus(clock, START_SECOND + 51, 100_000);
  }

  @Test
  void aStoredTimeThatIsNoTimeIsCorruption() {
    SystemTtlClock clock = clock(ACCEPTING);
    for (long stored : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE, 253_402_300_800L}) {
      assertThatThrownBy(() -> clock.resumeFrom(stored))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTED))
          .hasMessageContaining(Long.toString(stored));
    }
    assertThat(clock.epochSecond()).isEqualTo(START_SECOND);
  }

  @Test
  void boundsOutsideTheirDomainAreRefused() {
    for (long bound : new long[] {-1, Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThatThrownBy(() -> ClockSettings.DEFAULT.withForwardBoundSeconds(bound))
          .isInstanceOf(EngineException.class)
          .hasMessageContaining(Long.toString(bound));
      assertThatThrownBy(() -> ClockSettings.DEFAULT.withBackwardBoundSeconds(bound))
          .isInstanceOf(EngineException.class);
    }
  }

  private SystemTtlClock clock(ClockSettings settings) {
    return new SystemTtlClock(time, settings);
  }

  private static void assertStatus(SystemTtlClock clock, long epochSecond, long stepSeconds) {
    assertThat(clock.status()).isEqualTo(new TtlClock.Status(epochSecond, false, stepSeconds));
  }
}
