package dev.mayfly.testkit.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.storage.ForwardingStorage;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An oracle that never disagrees proves nothing: with a fault somewhere, it must. */
class OracleNoticesTest {
  private static final long SEED = 1;
  private static final int HISTORIES = 40;
  private static final int STEPS = 200;

  /** Changes of a table of which one is lost now and then. */
  @ParameterizedTest
  @CsvSource({
    "ITEMS, true",
    "FEED, true",
    "QUEUES, true",
    "UNIQUE, true",
    "INDEX, true",
    "ITEMS, false",
    "FEED, false",
    "QUEUES, false",
    "UNIQUE, false",
    "INDEX, false",
    "COUNTS, false",
    "LOG, false",
    "EVENTS, false",
    "META, false"
  })
  void lostRows(Table table, boolean delete) {
    assertThat(isNoticed(bench(change -> isLost(change, table, delete), UnaryOperator.identity())))
        .as("a lost %s of a row of %s", delete ? "delete" : "put", table)
        .isTrue();
  }

  private int changes;

  private boolean isLost(ForgetfulStorage.Change change, Table table, boolean delete) {
    boolean meant = change.table() == table && change.delete() == delete;
    // The catalog's first rows must be there, or there is nothing to go through.
    return meant && ++changes > 10 && changes % 7 == 0;
  }

  @Test
  void clockThatIsAheadOrBehind() {
    assertThat(isNoticed(bench(change -> false, clock -> new ShiftedClock(clock, 1)))).isTrue();
    assertThat(isNoticed(bench(change -> false, clock -> new ShiftedClock(clock, -1)))).isTrue();
  }

  @Test
  void nothingIsNoticedWhereNothingIsWrong() {
    assertThatCode(
            () -> History.live(SEED, STEPS, bench(change -> false, UnaryOperator.identity())))
        .doesNotThrowAnyException();
  }

  @Test
  void failureReportsItsSeedAndWhatHappened() {
    World.Bench wrong = bench(change -> false, clock -> new ShiftedClock(clock, 1));
    assertThatThrownBy(() -> History.live(SEED, STEPS, wrong))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("-Dmayfly.seed=" + SEED)
        .hasMessageContaining("c1: create, default");
  }

  @Test
  void failureOfOneOfManyIsReportedInOneLineWhenAllHaveEnded() {
    Set<Storage> open = ConcurrentHashMap.newKeySet();
    World.Bench wrong =
        new World.Bench() {
          @Override
          public Storage open() {
            return new KnownStorage(new MemoryStorage(), open);
          }

          @Override
          public Storage reopen(Storage storage) {
            return new KnownStorage(((KnownStorage) storage).reopenInner(), open);
          }

          @Override
          public UnaryOperator<TtlClock> engineClock() {
            return clock -> new ShiftedClock(clock, 1);
          }
        };
    assertThatThrownBy(() -> Histories.live(SEED, HISTORIES, STEPS, wrong))
        .isInstanceOf(AssertionError.class)
        .satisfies(
            failure ->
                assertThat(failure.getMessage())
                    .containsPattern(
                        "^[^\n]*History \\d+ \\(replay it with -Dmayfly.seed=\\d+\\)"
                            + " fails in step \\d+: \\S*AssertionError: [^\n]+$"));
    assertThat(open).isEmpty();
  }

  /** Is in a set as long as it is open. */
  private static final class KnownStorage extends ForwardingStorage {
    private final Set<Storage> open;

    KnownStorage(Storage inner, Set<Storage> open) {
      super(inner);
      this.open = open;
      open.add(this);
    }

    Storage reopenInner() {
      close();
      return ((MemoryStorage) inner()).reopen();
    }

    @Override
    public void close() {
      super.close();
      open.remove(this);
    }
  }

  private static boolean isNoticed(World.Bench bench) {
    for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
      try {
        History.live(seed, STEPS, bench);
      } catch (AssertionError noticed) {
        return true;
      }
    }
    return false;
  }

  private static World.Bench bench(
      Predicate<ForgetfulStorage.Change> forgets, UnaryOperator<TtlClock> clock) {
    return new World.Bench() {
      @Override
      public Storage open() {
        return new ForgetfulStorage(new MemoryStorage(), forgets);
      }

      @Override
      public Storage reopen(Storage storage) {
        return ((ForgetfulStorage) storage).reopen();
      }

      @Override
      public UnaryOperator<TtlClock> engineClock() {
        return clock;
      }
    };
  }

  /** A clock that is always wrong by the same number of seconds. */
  private record ShiftedClock(TtlClock clock, long seconds) implements TtlClock {
    @Override
    public long epochSecond() {
      return clock.epochSecond() + seconds;
    }

    @Override
    public long epochMilli() {
      return clock.epochMilli() + seconds * 1000;
    }

    @Override
    public void resumeFrom(long storedEpochSecond) {
      clock.resumeFrom(storedEpochSecond - seconds);
    }

    @Override
    public long millisToNextSecond() {
      return clock.millisToNextSecond();
    }

    @Override
    public void onMove(Runnable listener) {
      clock.onMove(listener);
    }

    @Override
    public Status status() {
      return clock.status();
    }

    @Override
    public void confirmStep() {
      clock.confirmStep();
    }
  }
}
