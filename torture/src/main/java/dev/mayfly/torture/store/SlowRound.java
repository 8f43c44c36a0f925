package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.testkit.storage.Hold;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Commits take long: readers see what was there before, at once, and nothing is lost. */
public final class SlowRound implements Round {
  private static final int ACTS = 60;
  private static final long START_SECOND = 1_767_225_600L;
  private static final long PATIENCE_SECONDS = 30;

  private final Scratch scratch;

  public SlowRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Path directory = scratch.fresh("slow");
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    int held = 0;
    int reads = 0;
    try (ModelledStore store = new ModelledStore(directory, Durability.SYNC, clock, random)) {
      for (int i = 0; i < ACTS; i++) {
        store.age();
        Map<String, Model> before = store.models();
        Hold hold = store.storage().holdCommit(1);
        // Drawn before the act begins, which draws from the same source.
        int looks = 1 + random.nextInt(4);
        CompletableFuture<String> act = CompletableFuture.supplyAsync(store::act);
        // An act that finds nothing to change commits nothing and is not held.
        while (!hold.isReached() && !act.isDone()) {
          LockSupport.parkNanos(100_000);
        }
        if (hold.isReached()) {
          held++;
          for (int n = 0; n < looks; n++) {
            CompletableFuture<String> look =
                CompletableFuture.supplyAsync(() -> store.mismatch(before));
            String mismatch = look.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            if (mismatch != null) {
              throw new Violation("while a commit was held: " + mismatch);
            }
            reads++;
          }
        }
        if (hold.isReached()) {
          hold.release();
        }
        act.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        clock.advance(random.nextInt(3));
      }
      // One that nothing came to yet must not hold what closing commits.
      store.storage().holdCommit(1).release();
      store.verify();
      store.reopen(MovableClock.frozenAt(clock.epochSecond()));
      store.verify();
    }
    Scratch.delete(directory);
    return Round.done(held + " commits held, " + reads + " times all was read meanwhile");
  }
}
