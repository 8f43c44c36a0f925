package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.storage.FaultyStorage;
import dev.mayfly.testkit.suite.EngineStores;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A storage that fails at any one commit or call of a script with everything in it: the caller gets
 * the storage's error, nothing of the step is there, in memory or stored, and the step works when
 * it is tried again.
 */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class FaultTest {
  @Parameter StorageKind storageKind;

  private static final long START = 1_767_225_600L;
  private static final List<FaultScript.Step> STEPS = FaultScript.steps();

  private EngineStores stores;
  private final List<Fingerprint> before = new ArrayList<>();
  private final List<Long> commits = new ArrayList<>();
  private final List<Long> calls = new ArrayList<>();

  /** One store that the script is run on. */
  private final class Run {
    private final Storage inner = stores.open();
    private final FaultyStorage storage = new FaultyStorage(inner);
    private final MovableClock clock = MovableClock.frozenAt(START);
    private final Engine engine =
        Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());

    void step(int index) {
      STEPS.get(index).action().run(engine, clock);
    }

    long counted(ToLongFunction<FaultyStorage> count, Runnable action) {
      long before = count.applyAsLong(storage);
      action.run();
      return count.applyAsLong(storage) - before;
    }

    /** What can be seen; the second that this showed is stored when it returns. */
    Fingerprint look() {
      Fingerprint seen = Fingerprint.of(engine);
      inner.execute(view -> null);
      return seen;
    }

    void end(Fingerprint expected, String when) {
      assertThat(look()).as(when).isEqualTo(expected);
      verify(inner, when);
      engine.close();
      Storage again = stores.reopen(inner);
      verify(again, when);
      try (Engine reopened = Engine.open(again, clock, EngineOptions.DEFAULT.withoutBackground())) {
        assertThat(Fingerprint.of(reopened)).as(when + ", reopened").isEqualTo(expected);
      }
    }
  }

  private static void verify(Storage storage, String when) {
    List<String> problems = new ArrayList<>();
    new Verifier(storage).check(problems::add);
    assertThat(problems).as(when).isEmpty();
  }

  /** What the script does when nothing fails. */
  @BeforeEach
  final void runWithoutFaults() {
    stores = storageKind.stores();
    Run commitRun = new Run();
    Run callRun = new Run();
    for (int i = 0; i < STEPS.size(); i++) {
      int index = i;
      before.add(commitRun.look());
      commits.add(commitRun.counted(FaultyStorage::commits, () -> commitRun.step(index)));
      callRun.look();
      calls.add(callRun.counted(FaultyStorage::calls, () -> callRun.step(index)));
    }
    before.add(commitRun.look());
    callRun.engine.close();
    commitRun.end(before.get(STEPS.size()), "without faults");
  }

  @AfterEach
  final void closeStores() {
    stores.close();
  }

  @Test
  void aFailedCommitChangesNothingAndCanBeTriedAgain() {
    EngineException planned = new EngineException(ErrorCode.STORAGE_FAILED, "planned");
    int failed = 0;
    for (int step = 0; step < STEPS.size(); step++) {
      for (int n = 1; n <= commits.get(step); n++) {
        Run run = untilStep(step);
        run.storage.failCommit(n, planned);
        assertThat(fails(run, step, n)).as("commit " + n + " of " + STEPS.get(step)).isTrue();
        failed++;
      }
    }
    System.out.println("FaultTest: " + failed + " failed commits");
    assertThat(failed).isGreaterThan(30);
  }

  @Test
  void aFailedCallChangesNothingAndCanBeTriedAgain() {
    EngineException planned = new EngineException(ErrorCode.STORAGE_FAILED, "planned");
    // Neighbouring calls are alike: a short run lets some of them fail, others in each step.
    int stride = Rounds.of(3, 1);
    int failed = 0;
    for (int step = 0; step < STEPS.size(); step++) {
      for (int n = 1 + step % stride; n <= calls.get(step); n += stride) {
        Run run = untilStep(step);
        run.storage.failCall(n, planned);
        failed += fails(run, step, n) ? 1 : 0;
      }
    }
    System.out.println("FaultTest: " + failed + " failed calls");
    assertThat(failed).isGreaterThan(30 / stride);
  }

  private Run untilStep(int step) {
    Run run = new Run();
    for (int i = 0; i < step; i++) {
      run.look();
      run.step(i);
    }
    run.look();
    return run;
  }

  /** Does the step that meets the fault, checks the state, retries, and runs to the end. */
  private boolean fails(Run run, int index, int n) {
    FaultScript.Step step = STEPS.get(index);
    String when = step.name() + ", fault " + n;
    boolean failed = false;
    try {
      run.step(index);
    } catch (EngineException e) {
      assertThat(e.code()).as(when).isEqualTo(ErrorCode.STORAGE_FAILED);
      failed = true;
      Fingerprint now = run.look();
      assertThat(now.items()).as(when).isEqualTo(before.get(index).items());
      if (!step.background()) {
        assertThat(now.history()).as(when).isEqualTo(before.get(index).history());
      }
      verify(run.inner, when);
      run.step(index);
    }
    for (int i = index + 1; i < STEPS.size(); i++) {
      run.step(i);
      assertThat(run.look())
          .as(when + ", after " + STEPS.get(i).name())
          .isEqualTo(before.get(i + 1));
    }
    run.end(before.get(STEPS.size()), when);
    return failed;
  }
}
