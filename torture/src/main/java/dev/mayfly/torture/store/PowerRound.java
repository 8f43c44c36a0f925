package dev.mayfly.torture.store;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The power fails: of the log, what was written after the last acknowledgement is cut off, torn,
 * zeroed or noise. What was acknowledged is there, and of the rest each commit whole or not at all.
 * With durability relaxed, what is there is what was there after some commit.
 */
public final class PowerRound implements Round {
  private static final long START_SECOND = 1_767_225_600L;
  private static final int CUTS = 6;
  private static final int BLOCK_BYTES = 4096;

  private final Scratch scratch;

  public PowerRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    Durability durability = random.nextInt(3) == 0 ? Durability.RELAXED : Durability.SYNC;
    Path directory = scratch.fresh("power");
    MovableClock clock = MovableClock.frozenAt(START_SECOND);
    int lost = 0;
    int acts = 0;
    try (ModelledStore store = new ModelledStore(directory, durability, clock, random)) {
      for (int cut = 0; cut < CUTS; cut++) {
        int quiet = random.nextInt(30);
        for (int i = 0; i < quiet; i++) {
          store.act();
          acts++;
        }
        List<Map<String, Model>> possible = new ArrayList<>();
        store.age();
        possible.add(store.models());
        Path log = newestLog(directory);
        long syncedBytes = Files.size(log);
        byte[] watermark = Files.readAllBytes(directory.resolve(OtherBoot.WATERMARK));
        // Without a sync, several commits are at the mercy of the power.
        int loose = durability == Durability.SYNC ? 1 : 1 + random.nextInt(10);
        for (int i = 0; i < loose; i++) {
          store.act();
          acts++;
          possible.add(store.models());
        }
        Path copy = scratch.fresh("power-cut");
        Scratch.copy(directory, copy);
        Path copiedLog = copy.resolve(log.getFileName());
        if (newestLog(directory).equals(log) && Files.exists(copiedLog)) {
          OtherBoot.write(copy, watermark);
          String how = tear(copiedLog, syncedBytes, random);
          lost += judge(store, copy, possible, how) ? 1 : 0;
        }
        Scratch.delete(copy);
        clock.advance(random.nextInt(4));
      }
    }
    Scratch.delete(directory);
    return Round.done(
        durability
            + ", "
            + acts
            + " acts, "
            + CUTS
            + " cuts, "
            + lost
            + " lost what was not synced");
  }

  private static Path newestLog(Path directory) {
    return Scratch.files(directory).stream()
        .filter(file -> file.toString().endsWith(".log"))
        .reduce((first, second) -> second)
        .orElseThrow();
  }

  /** Does to the end of a file what a power cut does; what was synced stays. */
  private static String tear(Path file, long syncedBytes, Random random) throws IOException {
    long size = Files.size(file);
    long from = syncedBytes + (long) (random.nextDouble() * (size - syncedBytes + 1));
    try (RandomAccessFile content = new RandomAccessFile(file.toFile(), "rw")) {
      switch (random.nextInt(4)) {
        case 0 -> {
          content.setLength(from);
          return "cut at " + from + " of " + size;
        }
        case 1 -> {
          content.setLength(from);
          content.setLength(Math.max(from, (from / BLOCK_BYTES + 1) * BLOCK_BYTES));
          return "zeros to the end of the block from " + from + " of " + size;
        }
        case 2 -> {
          content.setLength(from);
          content.setLength(size);
          return "zeros from " + from + " of " + size;
        }
        default -> {
          byte[] noise = new byte[(int) (size - from)];
          random.nextBytes(noise);
          content.seek(from);
          content.write(noise);
          return "noise from " + from + " of " + size;
        }
      }
    }
  }

  /** True if something that was not synced is lost. */
  private static boolean judge(
      ModelledStore of, Path copy, List<Map<String, Model>> possible, String how) {
    String last = "";
    try (ModelledStore found = of.onCopy(copy, possible.get(possible.size() - 1))) {
      for (int i = possible.size() - 1; i >= 0; i--) {
        if (found.matches(possible.get(i))) {
          found.adopt(possible.get(i));
          found.verify();
          return i < possible.size() - 1;
        }
      }
      last = found.mismatch(possible.get(0));
    } catch (RuntimeException e) {
      throw new Violation("log with " + how + ": " + e);
    }
    throw new Violation("log with " + how + ": what is there was never there, for example " + last);
  }
}
