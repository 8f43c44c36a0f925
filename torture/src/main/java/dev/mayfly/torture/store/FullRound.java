package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.testkit.cluster.SmallDisk;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * The disk gets full, or has only its reserve left: writes are refused, reads are served, and there
 * is space again.
 */
public final class FullRound implements Round {
  private static final long START_SECOND = 1_767_225_600L;
  private static final int WRITES_MAX = 5000;
  private static final int ACTS = 30;
  private static final long RECOVERY_SECONDS = 30;
  private static final int DISK_MEBIBYTES = 48;
  private static final long FREE_BYTES = 24L << 20;
  private static final long RESERVE_BYTES = 8L << 20;

  private final Scratch scratch;

  public FullRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Path directory = scratch.fresh("full");
    Optional<SmallDisk> mounted = SmallDisk.mount(directory, DISK_MEBIBYTES);
    if (mounted.isEmpty()) {
      Scratch.delete(directory);
      return Round.skipped("no small file system can be mounted here (that needs root)");
    }
    String figures;
    try (SmallDisk disk = mounted.get()) {
      disk.fill(FREE_BYTES);
      figures = fill(disk, random);
    }
    Scratch.delete(directory);
    return Round.done(figures);
  }

  private static String fill(SmallDisk disk, Random random) throws Exception {
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    boolean reserved = random.nextBoolean();
    RocksDbOptions options =
        RocksDbOptions.defaults().withDiskReserveBytes(reserved ? RESERVE_BYTES : 0);
    int refused = 0;
    try (ModelledStore store =
        new ModelledStore(disk.directory().resolve("data"), options, clock, random)) {
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
      disk.relieve();
      boolean resumed = becomesWritable(store);
      if (!resumed && reserved) {
        throw new Violation("writes are still refused with space, although the disk had a reserve");
      }
      if (!resumed) {
        store.reopen(MovableClock.frozenAt(clock.epochSecond()));
        if (isRefused(() -> store.writeLarge(10))) {
          throw new Violation("writes are still refused after a restart with space");
        }
      }
      for (int i = 0; i < ACTS; i++) {
        store.act();
      }
      store.verify();
      store.reopen(MovableClock.frozenAt(clock.epochSecond()));
      store.verify();
      return written
          + (reserved ? " large items until the reserve, " : " large items until it was full, ")
          + refused
          + " acts refused then, "
          + (resumed ? "resumed" : "resumed after a restart");
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

  /**
   * Without a reserve RocksDB meets the full disk. It looks for free space every five seconds, by
   * the real clock. If two of its threads met the full disk at the same time it may give up, and
   * takes writes only after it is opened anew.
   */
  private static boolean becomesWritable(ModelledStore store) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(RECOVERY_SECONDS);
    while (isRefused(() -> store.writeLarge(10))) {
      if (System.nanoTime() > end) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    return true;
  }
}
