package dev.mayfly.engine.clock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rule B6 under random histories of a machine's clocks. */
@Tag("B6")
class SystemTtlClockRandomTest {
  private static final int HISTORIES = 300;
  private static final int STEPS = 200;

  @Test
  void neverRunsBackwardsNorAheadOfWhatItMayAdopt() {
    long first = Seeds.seed(SystemTtlClockRandomTest.class);
    for (long seed = first; seed < first + HISTORIES; seed++) {
      try {
        history(new Random(seed));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /**
   * With steps that are all beyond the bounds, and so far apart that no two of them add up to one
   * within the bounds, the clock is the machine's uptime, whatever the wall clock says.
   */
  private static void history(Random random) {
    ManualWallTime time = new ManualWallTime();
    SystemTtlClock clock = new SystemTtlClock(time, ClockSettings.DEFAULT);
    long passedMillis = 0;
    long stepMillis = 0;
    long last = clock.epochSecond();
    for (int i = 0; i < STEPS; i++) {
      switch (random.nextInt(4)) {
        case 0 -> {
          long to = (random.nextInt(9) - 4) * 10_000_000L;
          time.stepMillis(to - stepMillis);
          stepMillis = to;
        }
        case 1 -> {
          long seconds = random.nextInt(20_000);
          time.suspendSeconds(seconds);
          passedMillis += seconds * 1000;
        }
        default -> {
          long millis = 10L * random.nextInt(random.nextBoolean() ? 100 : 100_000);
          time.passMillis(millis);
          passedMillis += millis;
        }
      }
      long now = clock.epochSecond();
      assertThat(now).isGreaterThanOrEqualTo(last);
      assertThat(now).isEqualTo(ManualWallTime.START_SECOND + passedMillis / 1000);
      assertThat(clock.status().unbelievedStepSeconds()).isEqualTo(stepMillis / 1000);
      last = now;
    }
  }

  @Test
  void isMonotoneForAllThreads() throws Exception {
    long seed = Seeds.seedOfThreads(SystemTtlClockRandomTest.class);
    ManualWallTime time = new ManualWallTime();
    SystemTtlClock clock = new SystemTtlClock(time, ClockSettings.DEFAULT);
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong highest = new AtomicLong();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> askers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        askers.add(threads.submit(() -> ask(clock, highest, done)));
      }
      Random random = new Random(seed);
      for (int i = 0; i < 50_000; i++) {
        disturb(time, clock, random);
      }
      done.set(true);
      for (Future<?> asker : askers) {
        asker.get(30, TimeUnit.SECONDS);
      }
    } finally {
      done.set(true);
      threads.shutdownNow();
    }
    assertThat(highest.get()).isGreaterThan(ManualWallTime.START_SECOND);
  }

  private static void ask(SystemTtlClock clock, AtomicLong highest, AtomicBoolean done) {
    while (!done.get()) {
      // Every time returned before this call is a lower bound for its result.
      long atLeast = highest.get();
      long now = clock.epochSecond();
      assertThat(now).isGreaterThanOrEqualTo(atLeast);
      highest.accumulateAndGet(now, Math::max);
    }
  }

  private static void disturb(ManualWallTime time, SystemTtlClock clock, Random random) {
    switch (random.nextInt(8)) {
      case 0 -> time.stepSeconds(random.nextInt(10_000) - 5_000);
      case 1 -> time.stepSeconds(random.nextInt(200) - 100);
      case 2 -> time.stepMillis(random.nextInt(1000) - 500);
      case 3 -> time.suspendSeconds(random.nextInt(100));
      case 4 -> clock.confirmStep();
      default -> time.passMillis(random.nextInt(3000));
    }
  }
}
