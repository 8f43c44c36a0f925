package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Seeds;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A damaged write-ahead log never loses an acknowledged write in silence: the store either opens
 * with all of them or is refused, and a refusal changes no file.
 */
class LogDamageTest extends RocksDbFixture {
  private static final int ROWS = 400;
  private static final int VALUE_BYTES = 300;
  private static final int DAMAGES = 40;

  @ParameterizedTest
  @EnumSource(Durability.class)
  void anyFlippedByteIsNoticed(Durability durability) throws IOException {
    Path crashed = crashed(durability);
    long seed = Seeds.seed(LogDamageTest.class);
    Random random = new Random(seed);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    int refused = 0;
    for (int i = 0; i < DAMAGES; i++) {
      int at = random.nextInt(whole.length);
      byte[] damaged = whole.clone();
      damaged[at] ^= (byte) (1 << random.nextInt(8));
      refused += noticed(crashed, log, damaged, "seed " + seed + ", byte " + at) ? 1 : 0;
    }
    assertThat(refused).as("seed " + seed).isEqualTo(DAMAGES);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void anyZeroedStretchIsNoticed(Durability durability) throws IOException {
    Path crashed = crashed(durability);
    long seed = Seeds.seed(LogDamageTest.class);
    Random random = new Random(seed);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    for (int i = 0; i < DAMAGES; i++) {
      int length = 1 << random.nextInt(17);
      int from = Math.max(0, random.nextInt(whole.length) - length / 2);
      int to = Math.min(whole.length, from + length);
      byte[] damaged = whole.clone();
      Arrays.fill(damaged, from, to, (byte) 0);
      if (!Arrays.equals(damaged, whole)) {
        noticed(crashed, log, damaged, "seed " + seed + ", zeros from " + from + " to " + to);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void anyCutIsNoticed(Durability durability) throws IOException {
    Path crashed = crashed(durability);
    long seed = Seeds.seed(LogDamageTest.class);
    Random random = new Random(seed);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    for (int i = 0; i < DAMAGES; i++) {
      int length = i == 0 ? 0 : random.nextInt(whole.length);
      byte[] damaged = Arrays.copyOf(whole, length);
      assertThat(noticed(crashed, log, damaged, "seed " + seed + ", cut to " + length)).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void deletedLogIsNoticed(Durability durability) throws IOException {
    Path crashed = crashed(durability);
    Files.delete(Damage.only(crashed, "*.log"));
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
  }

  @Test
  void halfARecordBehindTheLastAcknowledgedWriteIsDropped() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    long seed = Seeds.seed(LogDamageTest.class);
    Random random = new Random(seed);
    for (int i = 0; i < 20; i++) {
      // The beginning of a record, as a write that was under way leaves it; or blocks of zeros.
      byte[] more =
          random.nextBoolean()
              ? Arrays.copyOf(whole, 1 + random.nextInt(200))
              : new byte[1 + random.nextInt(40_000)];
      byte[] longer = Arrays.copyOf(whole, whole.length + more.length);
      System.arraycopy(more, 0, longer, whole.length, more.length);
      assertThat(noticed(crashed, log, longer, "seed " + seed + ", tail " + i)).isFalse();
    }
  }

  @Test
  void afterAPowerCutOnlySyncedWritesMustBeThere() throws IOException {
    Path crashed = crashed(Durability.RELAXED);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    onAnotherBoot(crashed);
    byte[] half = Arrays.copyOf(whole, whole.length / 2);
    Files.write(log, half);
    try (RocksDbStorage storage = open(crashed)) {
      assertThat(storage.get(Table.ITEMS, bytes(key(0)))).isNotNull();
      assertThat(storage.get(Table.ITEMS, bytes(key(ROWS - 1)))).isNull();
    }
  }

  @Test
  void afterAPowerCutEverySyncedWriteMustBeThere() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    onAnotherBoot(crashed);
    Files.write(log, Arrays.copyOf(whole, whole.length - 1));
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    Files.write(log, whole);
    try (RocksDbStorage storage = open(crashed)) {
      assertAllRows(storage, "whole");
    }
  }

  /** The watermark may be older than the log, but each record says what was synced before it. */
  @Test
  void recordsBehindDamageShowThatItIsNoTornEnd() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Path log = Damage.only(crashed, "*.log");
    Watermark.State mark = state(crashed);
    Watermark.write(
        crashed,
        new Watermark.State(mark.log(), mark.base(), mark.base(), mark.base(), 0, 0, false));
    byte[] damaged = Files.readAllBytes(log);
    damaged[damaged.length / 4] ^= 1;
    Files.write(log, damaged);
    EngineException refused = assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    assertThat(refused)
        .hasMessageContaining(log.getFileName().toString())
        .hasMessageContaining("checksum mismatch")
        .hasMessageContaining("records behind it are intact")
        .hasMessageContaining("mayfly salvage");
  }

  @Test
  void damagedOrMissingWatermarkIsRefused() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Path mark = crashed.resolve(Watermark.FILE_NAME);
    byte[] whole = Files.readAllBytes(mark);
    Files.write(mark, new byte[whole.length]);
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    Files.write(mark, new byte[0]);
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    Files.delete(mark);
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    Files.write(mark, whole);
    try (RocksDbStorage storage = open(crashed)) {
      assertAllRows(storage, "whole");
    }
  }

  @Test
  void directoryWithoutAWatermarkIsTakenOver() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Files.delete(crashed.resolve(Watermark.FILE_NAME));
    Files.writeString(crashed.resolve("MAYFLY"), "mayfly-rocksdb 1\n");
    Path log = Damage.only(crashed, "*.log");
    byte[] whole = Files.readAllBytes(log);
    byte[] damaged = whole.clone();
    damaged[damaged.length / 2] ^= 1;
    Files.write(log, damaged);
    assertFails(ErrorCode.CORRUPTED, () -> open(crashed));
    Files.write(log, whole);
    try (RocksDbStorage storage = open(crashed)) {
      assertAllRows(storage, "taken over");
    }
    assertThat(crashed.resolve("MAYFLY")).hasContent("mayfly-rocksdb 2\n");
    assertThat(state(crashed).log()).isPositive();
  }

  @Test
  void lookingAtAStoreChangesNothingAndNamesDamage() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Map<String, String> before = contents(crashed);
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).isEmpty();
      store.verifyChecksums();
      try (ReadView view = store.snapshot()) {
        assertThat(view.get(Table.ITEMS, bytes(key(ROWS - 1)))).isNotNull();
      }
    }
    assertThat(contents(crashed)).isEqualTo(before);

    Path log = Damage.only(crashed, "*.log");
    byte[] damaged = Files.readAllBytes(log);
    damaged[damaged.length / 2] ^= 1;
    Files.write(log, damaged);
    before = contents(crashed);
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).hasSize(1);
      assertThat(store.damage().get(0)).contains(log.getFileName().toString(), "checksum mismatch");
    }
    assertThat(contents(crashed)).isEqualTo(before);
  }

  @Test
  void salvageKeepsEverythingBeforeTheDamage() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Path log = Damage.only(crashed, "*.log");
    byte[] damaged = Files.readAllBytes(log);
    damaged[damaged.length / 2] ^= 1;
    Files.write(log, damaged);
    Map<String, String> before = contents(crashed);
    Path saved = temporary.resolve("saved");
    String lost = RocksDbStorage.salvage(crashed, saved, storage -> {});
    assertThat(lost).contains("checksum mismatch", "All writes behind the damage are lost");
    assertThat(contents(crashed)).isEqualTo(before);
    int kept = 0;
    try (RocksDbStorage storage = open(saved)) {
      while (kept < ROWS && storage.get(Table.ITEMS, bytes(key(kept))) != null) {
        kept++;
      }
      assertThat(kept).isBetween(ROWS / 4, ROWS * 3 / 4);
      for (int i = kept; i < ROWS; i++) {
        assertThat(storage.get(Table.ITEMS, bytes(key(i)))).isNull();
      }
    }
    assertThat(RocksDbStorage.isBackup(saved)).isFalse();
  }

  @Test
  void salvageOfAStoreWithoutItsLogIsTheLastStateOnDisk() throws IOException {
    Path crashed = crashed(Durability.SYNC);
    Files.delete(Damage.only(crashed, "*.log"));
    Path saved = temporary.resolve("saved");
    assertThat(RocksDbStorage.salvage(crashed, saved, storage -> {})).contains("missing");
    try (RocksDbStorage storage = open(saved)) {
      assertThat(storage.get(Table.ITEMS, bytes(key(0)))).isNull();
      put(storage, "new", "1");
    }
    try (RocksDbStorage storage = open(saved)) {
      assertThat(get(storage, "new")).isEqualTo("1");
    }
  }

  /** Write buffers are flushed and logs replaced on the way, also by the close. */
  @Test
  void logsThatFollowEachOtherAreAccepted() {
    RocksDbOptions small = RocksDbOptions.defaults().withMemoryBytes(8 << 20);
    Random random = new Random(7);
    int rows = 0;
    for (int life = 0; life < 4; life++) {
      try (RocksDbStorage storage = open(data(), small)) {
        for (int i = 0; i < rows; i++) {
          assertThat(storage.get(Table.ITEMS, bytes(key(i)))).as(key(i)).isNotNull();
        }
        for (int i = 0; i < life * 40; i++) {
          byte[] value = new byte[100_000];
          random.nextBytes(value);
          put(storage, key(rows++), value);
        }
      }
    }
  }

  /** A backup flushes the buffers; the log before is deleted and the next one says which it was. */
  @Test
  void aLogWhosePredecessorIsGoneIsAccepted() throws IOException {
    Path crashed = temporary.resolve("crashed");
    try (RocksDbStorage storage = open()) {
      for (int i = 0; i < 3; i++) {
        putTogether(storage, "before" + i, 1 + i);
      }
      storage.backup(temporary.resolve("backup"));
      putTogether(storage, "after", 4);
      copy(data(), crashed);
    }
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).isEmpty();
    }
    try (RocksDbStorage storage = open(crashed)) {
      assertThat(get(storage, "before2-2")).isEqualTo("1");
      assertThat(get(storage, "after-3")).isEqualTo("1");
    }
  }

  /** The log is empty then: only the table files show how far the rows reach. */
  @Test
  void aLogThatWasJustBegunIsAcceptedAndOneThatLostAllIsNot() throws IOException {
    Path crashed = temporary.resolve("crashed");
    Path later = temporary.resolve("later");
    try (RocksDbStorage storage = open()) {
      putTogether(storage, "before", 5);
      storage.backup(temporary.resolve("backup"));
      copy(data(), crashed);
      putTogether(storage, "after", 4);
      copy(data(), later);
    }
    byte[] begun = Files.readAllBytes(Damage.only(crashed, "*.log"));
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).isEmpty();
    }
    try (RocksDbStorage storage = open(crashed)) {
      assertThat(get(storage, "before-4")).isEqualTo("1");
    }
    Files.write(Damage.only(later, "*.log"), begun);
    try (ReadOnlyStore store = ReadOnlyStore.open(later)) {
      assertThat(store.damage()).hasSize(1);
    }
    assertFails(ErrorCode.CORRUPTED, () -> open(later));
    try (ReadOnlyStore store = ReadOnlyStore.open(later)) {
      assertThat(store.damage()).as("after a start was refused").hasSize(1);
    }
    assertFails(ErrorCode.CORRUPTED, () -> open(later));
  }

  /** A torn end of an older log was acknowledged to nobody if the next log does not know of it. */
  @Test
  void aWriteThatFailedAtTheEndOfAnOlderLogIsNotMissed() throws IOException {
    Path crashed = twoLogs();
    List<Path> logs = LogScan.logs(crashed);
    byte[] older = Files.readAllBytes(logs.get(0));
    byte[] torn = Arrays.copyOf(older, older.length + 40);
    Arrays.fill(torn, older.length, torn.length, (byte) 0x5a);
    Files.write(logs.get(0), torn);
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).isEmpty();
    }
    Files.write(logs.get(0), Arrays.copyOf(older, older.length - 20));
    try (ReadOnlyStore store = ReadOnlyStore.open(crashed)) {
      assertThat(store.damage()).hasSize(1);
    }
  }

  /** Two logs that are both needed, and records of several rows in them. */
  private Path twoLogs() throws IOException {
    Path crashed = temporary.resolve("crashed");
    try (RocksDbStorage storage = open()) {
      putTogether(storage, "older", 5);
      // Kept by hand: RocksDB deletes the older log as soon as its rows are in table files.
      Path older = Damage.only(data(), "*.log");
      Path kept = Files.copy(older, temporary.resolve(older.getFileName()));
      storage.backup(temporary.resolve("backup"));
      putTogether(storage, "newer", 3);
      copy(data(), crashed);
      Files.move(kept, crashed.resolve(older.getFileName()));
    }
    return crashed;
  }

  /** Several rows in one commit, which is one record of the log. */
  private static void putTogether(RocksDbStorage storage, String prefix, int rows) {
    storage.execute(
        view -> {
          for (int i = 0; i < rows; i++) {
            view.put(Table.ITEMS, bytes(prefix + "-" + i), bytes("1"));
          }
          return null;
        });
  }

  /** As if the machine had been started again: only what was synced counts. */
  private static void onAnotherBoot(Path directory) throws IOException {
    Watermark.State mark = state(directory);
    Watermark.write(
        directory,
        new Watermark.State(
            mark.log(), mark.base(), mark.written(), mark.synced(), 0, 0, mark.opening()));
  }

  private static Watermark.State state(Path directory) throws IOException {
    try (FileChannel channel = Watermark.openToRead(directory)) {
      return Watermark.read(channel).orElseThrow();
    }
  }

  /** Every file with its size, time of change and checksum. */
  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        CRC32C checksum = new CRC32C();
        checksum.update(Files.readAllBytes(file));
        contents.put(
            file.getFileName().toString(),
            Files.getLastModifiedTime(file) + " " + checksum.getValue());
      }
    }
    return contents;
  }

  /** Opens a damaged copy. Returns whether it was refused; if not, every row must be there. */
  private boolean noticed(Path crashed, Path log, byte[] damaged, String what) throws IOException {
    Path copy = temporary.resolve("copy");
    copy(crashed, copy);
    Files.write(copy.resolve(log.getFileName()), damaged);
    try (RocksDbStorage storage = open(copy)) {
      assertAllRows(storage, what);
      return false;
    } catch (EngineException exception) {
      assertThat(exception.code()).as(what + ": " + exception).isEqualTo(ErrorCode.CORRUPTED);
      assertThat(copy.resolve(log.getFileName())).as(what).hasBinaryContent(damaged);
      return true;
    } finally {
      Backup.deleteAll(copy);
    }
  }

  /** The files as kill -9 leaves them: copied while the storage is open and all is acknowledged. */
  private Path crashed(Durability durability) throws IOException {
    Path crashed = temporary.resolve("crashed");
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(durability);
    try (RocksDbStorage storage = open(data(), options)) {
      Random random = new Random(7);
      for (int i = 0; i < ROWS; i++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        put(storage, key(i), value);
      }
      copy(data(), crashed);
    }
    return crashed;
  }

  private static String key(int i) {
    return String.format("k%05d", i);
  }

  private static void assertAllRows(RocksDbStorage storage, String what) {
    for (int i = 0; i < ROWS; i++) {
      assertThat(storage.get(Table.ITEMS, bytes(key(i)))).as(what + ", " + key(i)).isNotNull();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to);
    try (Stream<Path> files = Files.list(from)) {
      List<Path> all = files.filter(Files::isRegularFile).toList();
      for (Path file : all) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }
}
