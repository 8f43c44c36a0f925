package dev.mayfly.torture.server;

import dev.mayfly.torture.ledger.Found;
import dev.mayfly.torture.ledger.History;
import dev.mayfly.torture.ledger.Violation;
import dev.mayfly.torture.process.Command;
import dev.mayfly.torture.process.Server;
import dev.mayfly.torture.round.Round;
import dev.mayfly.torture.round.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Kills a server that both drivers work with, starts it again on what is left, and compares. The
 * next round continues with the same store, up to some number of rounds.
 */
public final class KillRound implements Round {
  private static final int COLLECTIONS = 4;
  private static final int LIVES_MAX = 12;
  private static final int STEPS_MAX = 400;
  private static final int DELAY_MILLIS_MAX = 30;
  private static final long PATIENCE_SECONDS = 10;

  private final Scratch scratch;
  private List<History> histories = List.of();
  private Path data;
  private Server server;
  private Load load;
  private int livesLeft;
  private int backups;

  public KillRound(Scratch scratch) {
    this.scratch = scratch;
  }

  @Override
  public Result run(Random random) throws Exception {
    if (livesLeft == 0) {
      begin(1 + random.nextInt(LIVES_MAX));
    }
    livesLeft--;
    long before = acknowledged();
    String backupName = random.nextInt(3) == 0 ? "b" + ++backups : null;
    load.begin(random, backupName);
    awaitKill(before + 1 + random.nextInt(STEPS_MAX), random.nextInt(DELAY_MILLIS_MAX));
    long reads;
    Found.Window end;
    try (Load ending = load) {
      end = ending.kill();
      reads = ending.reads();
    }
    server.close();
    String figures = (acknowledged() - before) + " steps acknowledged, " + reads + " reads";
    checkCopy(random);
    if (backupName != null) {
      end = afterBackup(random, backupName, load.backup(), end);
      figures += end.fromTick() == end.toTick() ? ", backup" : ", restored";
    }
    if (random.nextInt(8) == 0) {
      killWhileStarting(random);
      figures += ", killed while starting";
    }
    start();
    load.adopt(end);
    return Round.done(figures + ", store of " + sizeKilobytes() + " KiB");
  }

  private void begin(int lives) throws Exception {
    stop();
    data = scratch.fresh("store");
    histories = new ArrayList<>();
    for (int i = 0; i < COLLECTIONS; i++) {
      histories.add(new History("c" + i));
    }
    livesLeft = lives;
    start();
  }

  private void start() throws IOException, InterruptedException {
    server = Server.start(data);
    load = new Load(server, histories);
  }

  private long acknowledged() {
    return histories.stream().mapToLong(History::acknowledged).sum();
  }

  /** Waits for some progress and a little longer, so that kills come at any moment of a request. */
  private void awaitKill(long steps, int delayMillis) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (acknowledged() < steps && System.nanoTime() < end && !load.hasFailed()) {
      TimeUnit.MILLISECONDS.sleep(2);
    }
    TimeUnit.MILLISECONDS.sleep(delayMillis);
  }

  /** Check leaves the store as it is; a copy is checked all the same, in case it does not. */
  private void checkCopy(Random random) throws IOException, InterruptedException {
    Path copy = scratch.fresh("copy");
    Scratch.copy(data, copy);
    StoreCheck.requireClean(copy, "after the kill");
    if (random.nextInt(50) == 0) {
      Command check = Command.process("check", copy.toString());
      if (check.exitCode() != 0) {
        throw new Violation("check as a process of its own after the kill: " + check);
      }
    }
    Scratch.delete(copy);
  }

  /** What was left of a backup is whole, or is not taken for one; sometimes it is restored. */
  private Found.Window afterBackup(
      Random random, String name, Load.BackupMade made, Found.Window end)
      throws IOException, InterruptedException {
    Path backup = backupDirectory().resolve(name);
    if (!Files.exists(backup)) {
      if (made != null) {
        throw new Violation("the backup " + backup + " was acknowledged and is not there");
      }
      return end;
    }
    StoreCheck.requireClean(backup, "of the backup");
    if (made == null || random.nextBoolean()) {
      Scratch.delete(backup);
      return end;
    }
    Path broken = scratch.fresh("restored");
    Command.killedRestore(backup, broken, 100 + random.nextInt(900));
    checkBroken(broken);
    Path restored = scratch.fresh("store");
    Command restore = Command.here("restore", backup.toString(), "--data", restored.toString());
    if (restore.exitCode() != 0) {
      throw new Violation("restoring the backup: " + restore);
    }
    Scratch.delete(data);
    Scratch.delete(backupDirectory());
    data = restored;
    return made.window();
  }

  /** A restore that was killed left nothing that can be served, or all. */
  private static void checkBroken(Path broken) throws IOException {
    if (Files.exists(broken.resolve("MAYFLY"))) {
      StoreCheck.requireClean(broken, "of what a killed restore left");
    }
    Scratch.delete(broken);
  }

  private Path backupDirectory() {
    return data.resolveSibling(data.getFileName() + "-backups");
  }

  /** Recovery is interrupted too. */
  private void killWhileStarting(Random random) throws Exception {
    try (Server starting = Server.launch(data)) {
      TimeUnit.MILLISECONDS.sleep(150 + random.nextInt(800));
      starting.kill();
    }
  }

  private long sizeKilobytes() throws IOException {
    long bytes = 0;
    for (Path file : Scratch.files(data)) {
      bytes += Files.exists(file) ? Files.size(file) : 0;
    }
    return bytes / 1024;
  }

  /** For people, when a round failed. */
  @Override
  public List<String> details() {
    List<String> lines = new ArrayList<>();
    lines.add("data directory " + data);
    histories.forEach(history -> lines.addAll(history.lines()));
    if (server != null) {
      lines.addAll(server.lines());
    }
    return lines;
  }

  /** Ends the store of the last rounds and removes it. */
  private void stop() throws IOException {
    close();
    if (data != null) {
      Scratch.delete(data);
      Scratch.delete(backupDirectory());
    }
  }

  @Override
  public void close() {
    if (load != null) {
      load.close();
      server.close();
    }
  }
}
