package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.check.Report;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Seeds;
import dev.mayfly.testkit.suite.BusyStore;
import dev.mayfly.testkit.suite.EngineStores;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The verifier has nothing to say of a store that only the engine wrote to. */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class VerifierTest {
  @Parameter StorageKind storageKind;

  private static final long START_SECOND = 1_700_000_000;
  private static final int ROUNDS = 6;
  private static final int STEPS = 120;

  private EngineStores stores;
  private Storage storage;

  @AfterEach
  final void closeStorage() {
    storage.close();
    stores.close();
  }

  @RepeatedTest(10)
  void storeIsCleanAfterRandomWorkAndRestarts() {
    long seed = Seeds.seed(getClass());
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    BusyStore work = new BusyStore(new Random(seed), clock);
    stores = storageKind.stores();
    storage = stores.open();
    for (int round = 0; round < ROUNDS; round++) {
      Engine engine = Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());
      for (int i = 0; i < 4; i++) {
        work.on(engine).work(STEPS / 4);
        assertClean(storage, "seed " + seed + ", round " + round + ", engine open");
      }
      engine.close();
      storage = stores.reopen(storage);
      Report report = assertClean(storage, "seed " + seed + ", round " + round);
      assertThat(report.containers()).isBetween(2, 3);
      assertThat(report.items()).isPositive();
      assertThat(report.rows()).isGreaterThan(report.items() * 2);
    }
  }

  private static Report assertClean(Storage storage, String when) {
    List<String> problems = new ArrayList<>();
    Report report = new Verifier(storage).check(problems::add);
    assertThat(problems).as(when).isEmpty();
    assertThat(report.isClean()).isTrue();
    return report;
  }
}
