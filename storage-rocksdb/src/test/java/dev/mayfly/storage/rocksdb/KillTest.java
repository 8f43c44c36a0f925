package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.check.Verifier;
import dev.mayfly.engine.clock.ClockSettings;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.WallTime;
import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that is killed at random moments loses nothing that was acknowledged, leaves nothing
 * half done, and a store that fits together. (That an acknowledgement waits for the sync cannot be
 * shown by a kill, because the operating system keeps what was written: see EngineSyncTest.)
 */
class KillTest {
  private static final int KILLS = Integer.getInteger("mayfly.kills", Rounds.of(10, 100));
  private static final int LINES_MAX = 2500;
  private static final long VERSIONS_PER_LIFE = 1_000_000;

  @TempDir Path temporary;
  private final KillLedger ledger = new KillLedger();
  private long ceiling;
  private long clockSecond;

  @Test
  void acknowledgedWritesSurviveSyncedKills() throws Exception {
    kill(Durability.SYNC, KILLS);
  }

  @Test
  void acknowledgedWritesSurviveRelaxedKills() throws Exception {
    kill(Durability.RELAXED, Math.max(5, KILLS / 10));
  }

  private void kill(Durability durability, int kills) throws Exception {
    long seed = Seeds.seedOfThreads(KillTest.class);
    System.out.println("KillTest " + durability + " seed " + seed + ", " + kills + " kills");
    Random random = new Random(seed);
    Path data = temporary.resolve("data");
    for (int life = 1; life <= kills; life++) {
      live(data, durability, random, life);
      verify(data, "seed " + seed + ", life " + life);
    }
    System.out.println("KillTest " + ledger.acknowledged() + " acknowledged writes");
    assertThat(ledger.acknowledged())
        .as("enough was written to be lost")
        .isGreaterThan(kills * 20L);
  }

  /** Starts a writer, listens to so many lines, kills it, and listens to what it said before. */
  private void live(Path data, Durability durability, Random random, int life)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Xmx192m",
            "-cp",
            System.getProperty("java.class.path"),
            KilledWriter.class.getName(),
            data.toString(),
            durability.name(),
            Long.toString(random.nextLong()),
            Long.toString(life * VERSIONS_PER_LIFE));
    Process writer =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader said =
        new BufferedReader(
            new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8))) {
      if (random.nextInt(10) == 0) {
        // While it opens the store, perhaps.
        Await.pace(Duration.ofMillis(random.nextInt(800)));
      } else {
        int lines = random.nextInt(LINES_MAX);
        for (int i = 0; i < lines; i++) {
          String line = said.readLine();
          assertThat(line).as("the writer lives until it is killed").isNotNull();
          ledger.heard(line);
        }
      }
      // Not the process itself: that would close the pipe with what is left in it.
      writer.toHandle().destroyForcibly();
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        ledger.heard(line);
      }
    } finally {
      writer.toHandle().destroyForcibly();
      writer.waitFor();
    }
  }

  private void verify(Path data, String when) {
    RocksDbStorage storage = RocksDbStorage.open(data, RocksDbOptions.defaults());
    List<String> problems = new ArrayList<>();
    new Verifier(storage).check(problems::add);
    assertThat(problems).as(when).isEmpty();
    notBackwards(storage, when);
    SystemTtlClock clock = new SystemTtlClock(WallTime.system(), ClockSettings.DEFAULT);
    try (Engine engine = Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground())) {
      if (engine.databases().isEmpty() || engine.containers(KilledWriter.DATABASE).size() < 2) {
        return;
      }
      Container kept = engine.container(KilledWriter.DATABASE, KilledWriter.KEPT);
      for (int i = 0; i < KilledWriter.KEYS; i++) {
        ledger.verify("k" + i, version(kept, "k" + i, "k" + i));
      }
      verifyBatch(kept);
      verifyPair(kept);
      Container mortal = engine.container(KilledWriter.DATABASE, KilledWriter.MORTAL);
      boolean changed = mortal.definition().opaque().containsKey("v");
      ledger.verify(
          "policy", changed ? mortal.definition().opaque().getInt64("v").getValue() : null);
    }
  }

  private void notBackwards(RocksDbStorage storage, String when) {
    byte[] lsn = storage.get(Table.META, MetaKeys.LSN_CEILING);
    byte[] clock = storage.get(Table.META, MetaKeys.CLOCK);
    long lsnNow = lsn == null ? 0 : Bytes.getLong(lsn, 0);
    long clockNow = clock == null ? 0 : Bytes.getLong(clock, 0);
    assertThat(lsnNow)
        .as(when)
        .isGreaterThanOrEqualTo(ceiling)
        .isGreaterThanOrEqualTo(ledger.highestLsn());
    assertThat(clockNow)
        .as(when)
        .isGreaterThanOrEqualTo(clockSecond)
        .isGreaterThanOrEqualTo(ledger.highestSecond());
    ceiling = lsnNow;
    clockSecond = clockNow;
  }

  private void verifyBatch(Container kept) {
    Long first = version(kept, "batch", "b0");
    for (int i = 1; i < KilledWriter.BATCH; i++) {
      assertThat(version(kept, "batch", "b" + i)).as("no batch is half there").isEqualTo(first);
    }
    ledger.verify("batch", first);
  }

  private void verifyPair(Container kept) {
    Long first = version(kept, "pair0", "pair0");
    assertThat(version(kept, "pair1", "pair1")).as("no transaction is half there").isEqualTo(first);
    ledger.verify("pair", first);
  }

  private static Long version(Container kept, String partition, String id) {
    Item item = kept.read(ItemKey.of(partition, id));
    return item == null ? null : new RawBsonDocument(item.body()).getInt64("v").getValue();
  }
}
