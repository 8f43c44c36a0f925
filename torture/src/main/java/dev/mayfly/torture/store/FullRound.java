package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.torture.Round;
import dev.mayfly.torture.Scratch;
import dev.mayfly.torture.ledger.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** The disk gets full: writes are refused, reads are served, and there is space again. */
public final class FullRound implements Round {
  private static final long START_SECOND = 1_767_225_600L;
  private static final int WRITES_MAX = 5000;
  private static final int ACTS = 30;
  private static final long PATIENCE_SECONDS = 120;

  private final Scratch scratch;

  public FullRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Path directory = scratch.fresh("full");
    Optional<SmallDisk> mounted = SmallDisk.mount(directory);
    if (mounted.isEmpty()) {
      return Round.skipped("no small file system can be mounted here (that needs root)");
    }
    String figures;
    try (SmallDisk disk = mounted.get()) {
      figures = fill(disk, random);
    }
    Scratch.delete(directory);
    return Round.done(figures);
  }

  private static String fill(SmallDisk disk, Random random) throws Exception {
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    int refused = 0;
    try (ModelledStore store =
        new ModelledStore(disk.directory().resolve("data"), Durability.SYNC, clock, random)) {
      int written = 0;
      while (written < WRITES_MAX && !isRefused(() -> store.writeLarge(100_000))) {
        written++;
      }
      if (written == WRITES_MAX) {
        throw new Violation("the disk is never full");
      }
      for (int i = 0; i < ACTS; i++) {
        refused += isRefused(store::act) ? 1 : 0;
        store.verifyReads();
      }
      clock.advance(1 + random.nextInt(30));
      store.verify();
      Files.delete(disk.ballast());
      awaitWritable(store);
      for (int i = 0; i < ACTS; i++) {
        store.act();
      }
      store.verify();
      store.reopen(MovableClock.frozenAt(clock.epochSecond()));
      store.verify();
      return written + " large items until it was full, " + refused + " acts refused then";
    }
  }

  private static boolean isRefused(Runnable act) {
    try {
      act.run();
      return false;
    } catch (EngineException e) {
      if (e.code() != ErrorCode.DISK_FULL) {
        throw e;
      }
      return true;
    }
  }

  /** RocksDB looks for free space from time to time, by the real clock. */
  private static void awaitWritable(ModelledStore store) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (isRefused(() -> store.writeLarge(10))) {
      if (System.nanoTime() > end) {
        throw new Violation("writes are still refused two minutes after there was space");
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
