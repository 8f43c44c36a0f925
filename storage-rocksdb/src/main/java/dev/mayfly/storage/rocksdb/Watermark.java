package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * How far the write-ahead log must reach: the last row that was written and the last that was
 * synced, in a small file beside the log. It is mapped into memory, so that noting a commit costs
 * no call of the operating system; like every written page it survives the end of the process. A
 * row is noted only after the log has it, so the file never promises too much; after a power cut it
 * may promise less than the log holds.
 *
 * <p>The file is also the lock of the directory, for as long as it is open: it can't be deleted to
 * get past the lock, because a store without it is refused.
 *
 * <pre>
 *   two slots of 512 bytes, written in turn; the valid one with the higher counter counts
 *   slot  | magic 8 | counter 8 | log 8 | base 8 | written 8 | synced 8 |
 *         | boot 16 | opening 8 | CRC-32C 8 |
 * </pre>
 */
final class Watermark implements AutoCloseable {
  static final String FILE_NAME = "WATERMARK";

  private static final long MAGIC = 0x6d6179666c790001L;
  private static final int SLOT_BYTES = 512;
  private static final int FILE_BYTES = 2 * SLOT_BYTES;
  private static final int CONTENT_BYTES = 72;
  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  /** Java's locks belong to the process, and closing any channel of a file gives them up. */
  private static final Set<Path> LOCKED_HERE = ConcurrentHashMap.newKeySet();

  /**
   * @param log the log that was new when the directory was last opened
   * @param base the last row before that log; all up to it are in table files
   * @param written the last row that the operating system had
   * @param synced the last row that was synced to the medium
   * @param boot which start of the machine this was, in two halves; 0 if unknown
   * @param opening whether RocksDB was about to replace the logs
   */
  record State(
      long log,
      long base,
      long written,
      long synced,
      long bootHigh,
      long bootLow,
      boolean opening) {
    static final State NONE = new State(0, 0, 0, 0, 0, 0, false);

    /** Whether the store was never open since there is such a file. */
    boolean isBlank() {
      return log == 0;
    }

    boolean isOfThisBoot() {
      long[] boot = bootId();
      return boot[0] != 0 && boot[0] == bootHigh && boot[1] == bootLow;
    }

    /** The row that the log must reach: without a power cut all that was written is there. */
    long required() {
      return isOfThisBoot() ? Math.max(written, synced) : synced;
    }
  }

  private final Path file;
  private final Path key;
  private final FileChannel channel;
  private final MappedByteBuffer map;
  private final byte[] slot = new byte[CONTENT_BYTES + Long.BYTES];
  private final ByteBuffer slotBuffer = ByteBuffer.wrap(slot).order(ByteOrder.LITTLE_ENDIAN);
  private final CRC32C checksum = new CRC32C();
  private final long[] boot = bootId();
  private long counter;
  private State found;
  private long log;
  private long base;
  private long written;
  private long synced;
  private boolean opening;
  private boolean closed;

  private Watermark(Path file, Path key, FileChannel channel, MappedByteBuffer map) {
    this.file = file;
    this.key = key;
    this.channel = channel;
    this.map = map;
  }

  /**
   * Opens the file and locks the directory.
   *
   * @param create whether to make the file if it is absent
   * @throws EngineException LOCKED if another process has the directory open, CORRUPTED if the file
   *     is missing or unreadable
   */
  static Watermark open(Path directory, boolean create) throws IOException {
    Path file = directory.resolve(FILE_NAME);
    Path key = directory.toRealPath().resolve(FILE_NAME);
    if (!LOCKED_HERE.add(key)) {
      throw locked(directory);
    }
    FileChannel channel = null;
    Watermark opened = null;
    try {
      Set<StandardOpenOption> options =
          create
              ? Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)
              : Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel = FileChannel.open(file, options);
      lock(channel, false, directory);
      if (channel.size() < FILE_BYTES && create) {
        channel.write(ByteBuffer.allocate(FILE_BYTES), 0);
        channel.force(true);
        DirectoryFormat.syncDirectory(directory);
      }
      ByteBuffer content = content(channel);
      MappedByteBuffer map = channel.map(FileChannel.MapMode.READ_WRITE, 0, FILE_BYTES);
      map.order(ByteOrder.LITTLE_ENDIAN);
      Watermark watermark = new Watermark(file, key, channel, map);
      watermark.load(content, create);
      opened = watermark;
      return watermark;
    } catch (NoSuchFileException e) {
      throw missing(directory);
    } finally {
      if (opened == null) {
        if (channel != null) {
          channel.close();
        }
        LOCKED_HERE.remove(key);
      }
    }
  }

  /** Locks a directory for reading; a server that has it open excludes that. */
  static FileChannel openToRead(Path directory) throws IOException {
    Path key = directory.toRealPath().resolve(FILE_NAME);
    if (LOCKED_HERE.contains(key)) {
      throw locked(directory);
    }
    FileChannel channel;
    try {
      channel = FileChannel.open(directory.resolve(FILE_NAME), StandardOpenOption.READ);
    } catch (NoSuchFileException e) {
      throw missing(directory);
    }
    boolean locked = false;
    try {
      lock(channel, true, directory);
      locked = true;
      return channel;
    } finally {
      if (!locked) {
        channel.close();
      }
    }
  }

  private static void lock(FileChannel channel, boolean shared, Path directory) throws IOException {
    FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
    if (lock == null) {
      throw locked(directory);
    }
  }

  /** What the file says; empty if neither slot is valid. */
  static Optional<State> read(FileChannel channel) throws IOException {
    return newest(content(channel)).map(Slot::state);
  }

  private static ByteBuffer content(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(FILE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    while (content.hasRemaining() && channel.read(content, content.position()) > 0) {
      // Reads until the buffer is full or the file ends.
    }
    return content.clear();
  }

  private record Slot(long counter, State state) {}

  private static Optional<Slot> newest(ByteBuffer content) {
    return Stream.of(slotAt(content, 0), slotAt(content, SLOT_BYTES))
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(Slot::counter));
  }

  private static Optional<Slot> slotAt(ByteBuffer content, int at) {
    CRC32C sum = new CRC32C();
    sum.update(content.array(), at, CONTENT_BYTES);
    if (content.getLong(at) != MAGIC || content.getLong(at + CONTENT_BYTES) != sum.getValue()) {
      return Optional.empty();
    }
    State state =
        new State(
            content.getLong(at + 16),
            content.getLong(at + 24),
            content.getLong(at + 32),
            content.getLong(at + 40),
            content.getLong(at + 48),
            content.getLong(at + 56),
            content.getLong(at + 64) != 0);
    return Optional.of(new Slot(content.getLong(at + 8), state));
  }

  private void load(ByteBuffer content, boolean mayBeNew) {
    Optional<Slot> newest = newest(content);
    if (newest.isEmpty() && !(mayBeNew && isBlank(content))) {
      throw new EngineException(
          ErrorCode.CORRUPTED,
          "The file "
              + file
              + " can't be read, so it is unknown how far the log must reach. Restore a backup, or"
              + " run 'mayfly salvage'");
    }
    found = newest.map(Slot::state).orElse(State.NONE);
    counter = newest.map(Slot::counter).orElse(0L);
    log = found.log();
    base = found.base();
    written = found.written();
    synced = found.synced();
  }

  private static boolean isBlank(ByteBuffer content) {
    for (byte b : content.array()) {
      if (b != 0) {
        return false;
      }
    }
    return true;
  }

  /** What the file said when it was opened. */
  State found() {
    return found;
  }

  /** Notes that RocksDB is about to read the logs and to replace them by a new one. */
  synchronized void opening() {
    boolean sameBoot = found.isOfThisBoot();
    written = sameBoot ? written : synced;
    opening = true;
    store();
    map.force();
  }

  /**
   * Notes that the store is open.
   *
   * @param newestLog the log that was begun
   * @param lastRow the last row before it
   */
  synchronized void opened(long newestLog, long lastRow) {
    log = newestLog;
    base = lastRow;
    written = lastRow;
    synced = lastRow;
    opening = false;
    store();
    map.force();
  }

  /** Notes a commit, after the log has it. */
  synchronized void wrote(long lastRow, boolean sync) {
    written = lastRow;
    if (sync) {
      synced = lastRow;
    }
    store();
  }

  /** Notes that the log was synced up to a row. */
  synchronized void syncedTo(long row) {
    synced = Math.max(synced, row);
    store();
  }

  synchronized long log() {
    return log;
  }

  synchronized long base() {
    return base;
  }

  synchronized long written() {
    return written;
  }

  synchronized long synced() {
    return synced;
  }

  private void store() {
    if (closed) {
      return;
    }
    counter++;
    slotBuffer
        .clear()
        .putLong(MAGIC)
        .putLong(counter)
        .putLong(log)
        .putLong(base)
        .putLong(written)
        .putLong(synced)
        .putLong(boot[0])
        .putLong(boot[1])
        .putLong(opening ? 1 : 0);
    checksum.reset();
    checksum.update(slot, 0, CONTENT_BYTES);
    slotBuffer.putLong(checksum.getValue());
    map.put((int) (counter & 1) * SLOT_BYTES, slot);
  }

  /** Writes the file of a store that is not open. */
  static void write(Path directory, State state) throws IOException {
    Files.deleteIfExists(directory.resolve(FILE_NAME));
    try (Watermark watermark = open(directory, true)) {
      watermark.written = state.written();
      watermark.synced = state.synced();
      watermark.log = state.log();
      watermark.base = state.base();
      watermark.boot[0] = 0;
      watermark.boot[1] = 0;
      watermark.store();
      watermark.map.force();
    }
  }

  private static long[] bootId() {
    try {
      String text = Files.readString(BOOT_ID).strip().replace("-", "");
      return new long[] {
        Long.parseUnsignedLong(text.substring(0, 16), 16),
        Long.parseUnsignedLong(text.substring(16, 32), 16)
      };
    } catch (IOException | RuntimeException unknown) {
      return new long[2];
    }
  }

  private static EngineException locked(Path directory) {
    return new EngineException(
        ErrorCode.LOCKED,
        "Opening the directory " + directory + " failed. " + RocksDbErrors.LOCKED_ADVICE);
  }

  private static EngineException missing(Path directory) {
    return new EngineException(
        ErrorCode.CORRUPTED,
        "The directory "
            + directory
            + " has no file "
            + FILE_NAME
            + ", so it is unknown how far the log must reach. Restore a backup, or run 'mayfly"
            + " salvage'");
  }

  @Override
  public synchronized void close() throws IOException {
    if (!closed) {
      closed = true;
      map.force();
      channel.close();
      LOCKED_HERE.remove(key);
    }
  }
}
