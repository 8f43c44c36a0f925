package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;

/** What happens to rows when nobody writes for a while. */
class BufferFlusherTest {
  private static final int VALUE_BYTES = 1 << 10;
  private static final int MANY = (int) (2 * BufferFlusher.LITTLE_BYTES / VALUE_BYTES);

  @TempDir private Path directory;
  private final Random random = new Random(7);
  private Database database;
  private BufferFlusher flusher;

  @BeforeEach
  void open() {
    NativeLibrary.load();
    database = Database.open(directory, 256L << 20, WALRecoveryMode.AbsoluteConsistency);
    flusher = new BufferFlusher(database, new CallGate());
  }

  @AfterEach
  void close() {
    flusher.close();
    database.close();
  }

  private void write(int rows) throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      for (int i = 0; i < rows; i++) {
        byte[] key = ByteBuffer.allocate(Long.BYTES).putLong(random.nextLong()).array();
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        batch.put(database.family(Table.ITEMS), key, value);
      }
      database.write(batch, false);
    }
  }

  private void pause() throws RocksDBException {
    for (int i = 0; i <= BufferFlusher.QUIET_LOOKS; i++) {
      flusher.check();
    }
  }

  private String levels() throws RocksDBException {
    return "%s bytes in buffers, %s files that overlap"
        .formatted(database.bufferedBytes() > BufferFlusher.LITTLE_BYTES ? "many" : "few", files());
  }

  private String files() throws RocksDBException {
    return database
        .rocks()
        .getProperty(database.family(Table.ITEMS), "rocksdb.num-files-at-level0");
  }

  private void awaitLevels(String expected) {
    Await.until(expected, () -> levels().equals(expected));
  }

  @Test
  void aPauseAfterMuchWasWrittenPutsRowsInOrder() throws RocksDBException {
    write(MANY);
    assertThat(levels()).isEqualTo("many bytes in buffers, 0 files that overlap");
    flusher.check();
    pause();
    awaitLevels("few bytes in buffers, 0 files that overlap");
    int rows = 0;
    try (ReadOptions options = new ReadOptions();
        RocksIterator all = database.iterator(Table.ITEMS, options)) {
      for (all.seekToFirst(); all.isValid(); all.next()) {
        rows++;
      }
    }
    assertThat(rows).isEqualTo(MANY);
  }

  @Test
  void aPauseAfterLittleWasWrittenChangesNothing() throws RocksDBException {
    write(MANY / 4);
    long buffered = database.bufferedBytes();
    for (int i = 0; i < 10; i++) {
      pause();
    }
    assertThat(database.bufferedBytes()).isEqualTo(buffered);
    database.flush();
    awaitLevels("few bytes in buffers, 1 files that overlap");
  }

  @Test
  void whoResumesWritingIsNotDisturbed() throws RocksDBException {
    for (int i = 0; i < 10; i++) {
      write(MANY / 4);
      flusher.check();
      flusher.check();
    }
    assertThat(levels()).isEqualTo("many bytes in buffers, 0 files that overlap");
  }

  @Test
  void filesMayOverlapAgainWhenWritingResumes() throws RocksDBException {
    write(MANY);
    flusher.check();
    pause();
    awaitLevels("few bytes in buffers, 0 files that overlap");
    write(MANY / 4);
    flusher.check();
    database.flush();
    awaitLevels("few bytes in buffers, 1 files that overlap");
  }
}
