package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Media that lie or are full. */
class MediumTest extends RocksDbFixture {
  private static final int ROWS = 2000;
  private static final int VALUE_BYTES = 400;

  /** Backed up, because a checkpoint puts all rows into table files. */
  private Path backupWithRows() {
    Path target = temporary.resolve("copy");
    try (RocksDbStorage storage = open()) {
      Random random = new Random(7);
      for (int i = 0; i < ROWS; i++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        put(storage, key(i), value);
      }
      storage.backup(target);
    }
    return target;
  }

  private static String key(int i) {
    return String.format("k%05d", i);
  }

  @Test
  void soundFilesVerify() {
    try (RocksDbStorage storage = open(backupWithRows())) {
      storage.verifyChecksums();
      assertThat(storage.sizeOnDiskBytes()).isGreaterThan((long) ROWS * VALUE_BYTES);
    }
  }

  @Test
  void damagedBlockIsFoundByReadsWalksAndVerification() throws IOException {
    Path copy = backupWithRows();
    Path file = largest(copy);
    Damage.overwriteMiddle(file);
    try (RocksDbStorage storage = open(copy)) {
      assertFails(ErrorCode.CORRUPTED, storage::verifyChecksums);
      assertFails(ErrorCode.CORRUPTED, () -> walk(storage));
      int damaged = 0;
      for (int i = 0; i < ROWS; i++) {
        try {
          assertThat(storage.get(Table.ITEMS, bytes(key(i)))).hasSize(VALUE_BYTES);
        } catch (EngineException exception) {
          assertThat(exception.code()).isEqualTo(ErrorCode.CORRUPTED);
          damaged++;
        }
      }
      // One block holds some twenty rows; all others can still be read.
      assertThat(damaged).isBetween(1, 100);
    }
  }

  @Test
  void truncatedFileIsFoundAtTheLatestByReading() throws IOException {
    Path copy = backupWithRows();
    Path file = largest(copy);
    byte[] content = Files.readAllBytes(file);
    Files.delete(file);
    Files.write(file, Arrays.copyOf(content, content.length / 2));
    assertFails(
        ErrorCode.CORRUPTED,
        () -> {
          try (RocksDbStorage storage = open(copy)) {
            walk(storage);
          }
        });
  }

  private static Path largest(Path directory) throws IOException {
    Path largest = null;
    for (Path file : Damage.all(directory, "*.sst")) {
      if (largest == null || Files.size(file) > Files.size(largest)) {
        largest = file;
      }
    }
    return largest;
  }

  private static int walk(RocksDbStorage storage) {
    int rows = 0;
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
      while (cursor.next()) {
        cursor.value();
        rows++;
      }
    }
    return rows;
  }

  @Test
  void fullDiskRefusesWritesServesReadsAndRecovers() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(temporary, "MediumTest")) {
      fillAndRecover(disk);
    }
  }

  private static void fillAndRecover(SmallDisk disk) throws IOException {
    // RocksDB resumes when there is room for a write buffer; small buffers need little of it.
    RocksDbOptions options =
        RocksDbOptions.defaults().withMemoryBytes(8 << 20).withDiskReserveBytes(0);
    boolean resumed;
    try (RocksDbStorage storage = open(disk.data(), options)) {
      byte[] value = new byte[100_000];
      new Random(7).nextBytes(value);
      int written = 0;
      ErrorCode failure = null;
      while (failure == null && written < 2000) {
        try {
          put(storage, key(written), value);
          written++;
        } catch (EngineException exception) {
          failure = exception.code();
        }
      }
      assertThat(failure).isEqualTo(ErrorCode.DISK_FULL);
      assertFails(ErrorCode.DISK_FULL, () -> put(storage, "again", value));
      assertThat(storage.get(Table.ITEMS, bytes(key(0)))).isEqualTo(value);
      assertThat(walk(storage)).isEqualTo(written);
      resumed = disk.freeAndAwait(() -> putBack(storage));
      assertThat(walk(storage)).isEqualTo(written);
      assertThat(get(storage, "back")).isNull();
      assertThat(storage.get(Table.META, bytes("back")) != null).isEqualTo(resumed);
    }
    try (RocksDbStorage storage = open(disk.data(), options)) {
      if (!resumed) {
        putBack(storage);
      }
      assertThat(storage.get(Table.META, bytes("back"))).isNotNull();
    }
  }

  private static void putBack(RocksDbStorage storage) {
    storage.execute(
        view -> {
          view.put(Table.META, bytes("back"), bytes("1"));
          return null;
        });
  }
}
