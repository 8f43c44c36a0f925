package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.testkit.suite.ManualWallTime;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.nio.file.Path;
import java.util.Random;

/**
 * The machine's clock steps in both directions, while the store runs and between two lives of it.
 * The time that TTL goes by never goes back, leaps no further than is believed, and what is visible
 * follows from it.
 */
public final class ClockRound implements Round {
  private static final long START_SECOND = 1_767_225_600L;
  private static final int ACTS = 200;
  private static final long[] STEPS = {1, 10, 59, 60, 61, 600, 3600, 3601, 86_400, 31_536_000};

  private final Scratch scratch;
  private ManualWallTime wall;
  private ModelledStore store;
  private long second;
  private int steps;
  private int starts;

  public ClockRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Path directory = scratch.fresh("clock");
    wall = new ManualWallTime(START_SECOND);
    steps = 0;
    starts = 0;
    TtlClock clock = new SystemTtlClock(wall, ClockSettings.DEFAULT);
    try (ModelledStore opened = new ModelledStore(directory, Durability.RELAXED, clock, random)) {
      store = opened;
      second = clock.epochSecond();
      for (int i = 0; i < ACTS; i++) {
        store.act();
        int dice = random.nextInt(20);
        if (dice < 6) {
          pass(random.nextInt(8));
        } else if (dice < 9) {
          step(random);
        } else if (dice == 9) {
          confirm();
        } else if (dice == 10) {
          restart(random);
        }
        store.verifyReads();
      }
      store.verify();
    }
    Scratch.delete(directory);
    return Round.done(ACTS + " acts, " + steps + " steps, " + starts + " starts");
  }

  /** Reads the clock and holds it to a range. */
  private void expect(long lowest, long highest, String when) {
    long now = store.clock().epochSecond();
    if (now < lowest || now > highest) {
      throw new Violation(
          when
              + ": TTL time was "
              + second
              + " and should be from "
              + lowest
              + " to "
              + highest
              + ", and is "
              + now);
    }
    second = now;
  }

  private void pass(long seconds) {
    wall.passSeconds(seconds);
    expect(second, second + seconds, "after " + seconds + " seconds");
  }

  private void step(Random random) {
    long size = STEPS[random.nextInt(STEPS.length)];
    steps++;
    boolean following = store.clock().status().unbelievedStepSeconds() == 0;
    if (random.nextBoolean()) {
      wall.stepSeconds(-size);
      // One that undoes an earlier leap, but for a small rest, makes that rest believed.
      long rest = following ? 0 : ClockSettings.DEFAULT.backwardBoundSeconds();
      expect(second, second + rest, "after a step back by " + size);
      return;
    }
    wall.stepSeconds(size);
    long bound = ClockSettings.DEFAULT.forwardBoundSeconds();
    // While an earlier step is not believed, what is left of it is not believed either.
    long highest = following && size > bound ? second : second + Math.min(size, bound);
    expect(second, highest, "after a step of " + size);
  }

  private void confirm() {
    long believed = Math.floorDiv(wall.wallMillis(), 1000L);
    store.clock().confirmStep();
    expect(second, Math.max(second, believed), "after the step was confirmed");
  }

  /** A start believes the wall clock, unless that is far behind what the store has seen. */
  private void restart(Random random) {
    starts++;
    long shown = Math.floorDiv(wall.wallMillis(), 1000L);
    boolean behind = second - shown > ClockSettings.DEFAULT.backwardBoundSeconds();
    try {
      store.reopen(new SystemTtlClock(wall, ClockSettings.DEFAULT));
      if (behind) {
        throw new Violation("a start " + (second - shown) + " s behind the store was accepted");
      }
    } catch (EngineException e) {
      if (!behind || e.code() != ErrorCode.CLOCK_BEHIND) {
        throw e;
      }
      if (random.nextBoolean()) {
        wall.stepSeconds(second - shown);
        store.reopen(new SystemTtlClock(wall, ClockSettings.DEFAULT));
      } else {
        store.reopen(new SystemTtlClock(wall, ClockSettings.DEFAULT.withAcceptClockBehind(true)));
      }
    }
    long now = Math.floorDiv(wall.wallMillis(), 1000L);
    expect(second, Math.max(second, now), "after a start");
  }
}
