package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.nio.file.Path;
import java.util.Random;

/** Some calls and commits of the storage fail, or are done and reported as failed. */
public final class FailRound implements Round {
  private static final int ACTS = 150;
  private static final long START_SECOND = 1_767_225_600L;

  private final Scratch scratch;

  public FailRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Path directory = scratch.fresh("fail");
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    int failed = 0;
    try (ModelledStore store = new ModelledStore(directory, Durability.RELAXED, clock, random)) {
      for (int i = 0; i < ACTS; i++) {
        plan(store, random);
        try {
          store.act();
        } catch (EngineException e) {
          if (e.code() != ErrorCode.STORAGE_FAILED || !e.getMessage().contains("planned")) {
            throw e;
          }
          failed++;
          store.verifyReads();
        }
        if (random.nextInt(5) == 0) {
          clock.advance(1 + random.nextInt(10));
        }
        if (random.nextInt(30) == 0) {
          store.verify();
          store.reopen(MovableClock.frozenAt(clock.epochSecond()));
          clock = (MovableClock) store.clock();
        }
      }
      store.verify();
    }
    if (failed == 0) {
      throw new Violation("nothing failed");
    }
    Scratch.delete(directory);
    return Round.done(ACTS + " acts, " + failed + " failed");
  }

  private static void plan(ModelledStore store, Random random) {
    int dice = random.nextInt(10);
    if (dice == 0) {
      store.storage().failCommit(1, planned("commit"));
    } else if (dice == 1) {
      store.storage().loseAcknowledgement(1, planned("acknowledgement lost"));
    } else if (dice < 4) {
      store.storage().failCall(1 + random.nextInt(4), planned("call"));
    }
  }

  private static EngineException planned(String what) {
    return new EngineException(ErrorCode.STORAGE_FAILED, "planned: " + what);
  }
}
