package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;

/** What a history acts on: the engine and the models, side by side. */
final class World implements AutoCloseable {
  static final String DATABASE = "d";
  private static final long START_SECOND = 1_700_000_000;

  final Random random;
  final Bench bench;
  final EngineOptions options;
  final List<Subject> subjects = new ArrayList<>();

  /** What happened, for people. */
  final List<List<Object>> lines = new ArrayList<>();

  Storage storage;
  MovableClock clock;
  Engine engine;

  /** The highest second that the models have seen. */
  long modelSecond;

  private long versions;

  /** Where a history's storage comes from, and what of it is falsified to test the oracle. */
  interface Bench {
    Storage open();

    Storage reopen(Storage storage);

    /** The clock that the engine gets; the true one unless a test wants it to be wrong. */
    default UnaryOperator<TtlClock> engineClock() {
      return UnaryOperator.identity();
    }
  }

  World(Random random, Bench bench) {
    this.random = random;
    this.bench = bench;
    this.options =
        EngineOptions.DEFAULT
            .withoutBackground()
            .withHoldPurgeAfterImport(random.nextInt(4) == 0)
            .withDeadRangeRows(1)
            .withFilters(Presence.FILTERS)
            .withPartitionsPerContainer(1 + random.nextInt(4));
    this.storage = bench.open();
    this.clock = MovableClock.frozenAt(START_SECOND + random.nextInt(100_000));
    this.modelSecond = clock.epochSecond();
    open();
    engine.createDatabase(DATABASE);
  }

  private void open() {
    engine = Engine.open(storage, bench.engineClock().apply(clock), options);
  }

  /** Records what is done; it is formatted only if the history is printed. */
  void note(Object... words) {
    lines.add(Arrays.asList(words));
  }

  long now() {
    return modelSecond;
  }

  long nextVersion() {
    return ++versions;
  }

  long lastVersion() {
    return versions;
  }

  /** The models live through every second; the engine's clock just moves. */
  void advance(long seconds) {
    clock.advance(seconds);
    tickTo(modelSecond + seconds);
  }

  private void tickTo(long second) {
    while (modelSecond < second) {
      modelSecond++;
      for (Subject subject : subjects) {
        subject.model.age(modelSecond);
      }
    }
  }

  /** Closes and opens again, with a clock that is behind or ahead. */
  void restart(long clockStepSeconds) {
    engine.close();
    storage = bench.reopen(storage);
    clock = MovableClock.frozenAt(modelSecond + clockStepSeconds);
    open();
    // Time went on, or stands where the store had seen it: it never goes back (B6).
    long second = clock.epochSecond();
    if (second != modelSecond + Math.max(0, clockStepSeconds)) {
      throw new AssertionError(
          "The clock stands at " + second + " after a restart; it had shown " + modelSecond);
    }
    tickTo(second);
    for (Subject subject : subjects) {
      subject.container = engine.container(DATABASE, subject.shape.name());
    }
  }

  Subject anySubject() {
    return subjects.get(random.nextInt(subjects.size()));
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  boolean oneIn(int times) {
    return random.nextInt(times) == 0;
  }

  @Override
  public void close() {
    engine.close();
  }
}
