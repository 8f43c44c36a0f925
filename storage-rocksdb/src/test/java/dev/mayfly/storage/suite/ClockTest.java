package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.RealTime;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.storage.Hold;
import dev.mayfly.testkit.suite.ManualRealTime;
import dev.mayfly.testkit.suite.ManualWallTime;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The clock that a store goes by, across steps and restarts (rules B6, G1). */
class ClockTest extends EachStorageTest {
  private final ManualWallTime wall = new ManualWallTime(START);

  private void reopenOnWall() {
    reopenOnWall(ClockSettings.DEFAULT);
  }

  private void reopenOnWall(ClockSettings settings) {
    reopen(new SystemTtlClock(wall, settings), options());
  }

  @Test
  @Rule("B6")
  void aWallClockALittleBehindAtTheStartIsWaitedOut() {
    reopenOnWall();
    Container c = container(100);
    wall.passSeconds(50);
    put(c, "a");
    wall.stepSeconds(-30);
    reopenOnWall();
    assertThat(engine.clock().epochSecond()).isEqualTo(START + 50);
    wall.passSeconds(30);
    assertThat(engine.clock().epochSecond()).isEqualTo(START + 50);
    wall.passSeconds(1);
    assertThat(engine.clock().epochSecond()).isEqualTo(START + 51);
  }

  @Test
  @Rule("B6")
  void aWallClockFarBehindAtTheStartIsRefusedWithTheWayOut() {
    reopenOnWall();
    Container c = container(100);
    wall.passSeconds(86_400);
    put(c, "a");
    wall.stepSeconds(-86_400);
    assertThat(assertFails(ErrorCode.CLOCK_BEHIND, this::reopenOnWall))
        .hasMessageContaining("--accept-clock-behind");
    wall.stepSeconds(86_400);
    reopenOnWall();
    assertLives(again(c), "a");
  }

  @Test
  @Rule("B6")
  void anAcceptedStartBehindResumesFromTheStoresTime() {
    reopenOnWall();
    Container c = container(100);
    wall.passSeconds(86_400);
    put(c, "a");
    wall.stepSeconds(-86_400);
    reopenOnWall(ClockSettings.DEFAULT.withAcceptClockBehind(true));
    assertLives(again(c), "a");
    wall.passSeconds(99);
    assertLives(again(c), "a");
    wall.passSeconds(1);
    assertDead(again(c), "a");
  }

  @Test
  @Rule("B6")
  void aSecondThatOnlyReadersSawIsNotForgotten() {
    reopenOnWall();
    Container c = container(100);
    put(c, "a");
    wall.passSeconds(100);
    assertDead(c, "a");
    wall.stepSeconds(-20);
    reopenOnWall();
    assertDead(again(c), "a");
  }

  @Test
  @Rule({"B4", "B5"})
  void aWriteIsJudgedAtNoSecondBeforeItWasHandedOver() {
    Container c = container(5);
    put(c, "a");
    Hold group = Hold.ofGroup(storage);
    CompletableFuture<WriteOutcome> early = submit(c, WriteRequest.create(key("b"), body("b")));
    clock.advance(5);
    CompletableFuture<WriteOutcome> late = submit(c, WriteRequest.create(key("a"), body("a")));
    CompletableFuture<WriteOutcome> next = submit(c, WriteRequest.create(key("c"), body("c")));
    group.release();
    assertThat(next.join().item().tsSecond()).isEqualTo(START + 5);
    assertThat(late.join().item().tsSecond()).isEqualTo(START + 5);
    assertThat(early.join().item().lsn()).isLessThan(late.join().item().lsn());
    assertThat(early.join().item().tsSecond()).isBetween(START, START + 5);
  }

  @Test
  @Rule("B6")
  void aGroupDoesNotForgetASecondThatAReaderSawMeanwhile() {
    Container c = container(100);
    clock.advance(1);
    Hold group = Hold.ofGroup(storage);
    CompletableFuture<WriteOutcome> write = submit(c, WriteRequest.create(key("a"), body("a")));
    clock.advance(10);
    assertThat(isThere(c, "b")).isFalse();
    group.release();
    write.join();
    MovableClock behind = MovableClock.frozenAt(START);
    reopen(behind, options());
    assertThat(behind.epochSecond()).isEqualTo(START + 11);
  }

  private static CompletableFuture<WriteOutcome> submit(Container container, WriteRequest request) {
    CompletableFuture<WriteOutcome> outcome = new CompletableFuture<>();
    container.submit(
        request,
        (result, failure) -> {
          if (failure == null) {
            outcome.complete(result);
          } else {
            outcome.completeExceptionally(failure);
          }
        });
    return outcome;
  }

  @Test
  @Rule({"B6", "clock-leap"})
  void aForwardLeapWhileRunningHidesAndDeletesNothing() {
    reopenOnWall();
    Container c = container(86_400);
    putMany(c, "a", 10);
    wall.passSeconds(10);
    assertThat(scanned(c)).hasSize(10);
    wall.stepSeconds(10L * 366 * 86_400);
    assertThat(scanned(c)).hasSize(10);
    assertThat(c.live().items()).isEqualTo(10);
    assertThat(purge(c)).isZero();
    assertThat(put(c, "new").item().tsSecond()).isEqualTo(START + 10);
    assertThat(engine.clock().status().unbelievedStepSeconds()).isEqualTo(10L * 366 * 86_400);
    wall.passSeconds(86_390);
    assertThat(scanned(c)).as("it still ticks").containsExactly("new");
  }

  @Test
  @Rule({"B6", "clock-leap"})
  void aConfirmedLeapIsBelieved() {
    reopenOnWall();
    Container c = container(86_400);
    put(c, "a");
    wall.stepSeconds(2 * 86_400);
    assertLives(c, "a");
    engine.clock().confirmStep();
    assertDead(c, "a");
    assertThat(engine.clock().status().unbelievedStepSeconds()).isZero();
  }

  @Test
  @Rule({"B6", "clock-leap"})
  void aLeapThatIsUndoneLeavesNoTrace() {
    reopenOnWall();
    Container c = container(86_400);
    put(c, "a");
    wall.stepSeconds(2 * 86_400);
    assertLives(c, "a");
    wall.stepSeconds(-2 * 86_400);
    wall.passSeconds(86_399);
    assertLives(c, "a");
    wall.passSeconds(1);
    assertDead(c, "a");
  }

  @Test
  @Rule("B6")
  void aStepBackWhileRunningBringsNothingBack() {
    reopenOnWall();
    Container c = container(50);
    put(c, "a");
    wall.passSeconds(50);
    assertDead(c, "a");
    wall.stepSeconds(-30);
    assertDead(c, "a");
    assertThat(put(c, "b").item().tsSecond()).isEqualTo(START + 50);
  }

  @Test
  @Rule("G1")
  void thirtyDaysPassInAMoment() {
    Container c = container(30 * 86_400);
    put(c, "a");
    assertDiesAfter(c, "a", 30L * 86_400);
  }

  @Test
  @Rule("G1")
  void theClockCanBeFrozenAndResetAndNeverGoesBack() {
    ManualRealTime time = new ManualRealTime();
    MovableClock moving = MovableClock.tickingFrom(START, time);
    reopen(moving, options());
    Container c = container(10);
    put(c, "a");
    time.passSeconds(9);
    assertLives(c, "a");
    moving.freeze();
    time.passSeconds(1000);
    assertLives(c, "a");
    moving.reset();
    assertLives(c, "a");
    time.passSeconds(1);
    assertDead(c, "a");
    assertThat(moving.epochSecond()).isEqualTo(START + 10);
    assertFails(ErrorCode.BAD_REQUEST, () -> moving.advance(-1));
  }

  @Test
  @Rule("G1")
  void aRestartWithAClockFurtherBackResumesFromTheStoresTime() {
    Container c = container(10);
    put(c, "a");
    clock.advance(10);
    assertDead(c, "a");
    MovableClock earlier = MovableClock.frozenAt(START - 1_000_000);
    reopen(earlier, options());
    assertThat(earlier.epochSecond()).isEqualTo(START + 10);
    assertDead(again(c), "a");
  }

  @Test
  @Rule("G1")
  void budgetsGoByRealTimeNotByTheMovableClock() {
    Container c = create(named("c").throughput(dev.mayfly.engine.ru.Throughput.manual(400)));
    for (int i = 0; i < 400; i++) {
      c.read(key("a"));
    }
    clock.advance(1000);
    assertFails(ErrorCode.TOO_MANY_REQUESTS, () -> c.read(key("a")));
    realTime.passSeconds(1);
    c.read(key("a"));
    assertThat(RealTime.SYSTEM.nanoTime()).isNotZero();
  }
}
