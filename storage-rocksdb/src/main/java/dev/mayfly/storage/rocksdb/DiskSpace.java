package dev.mayfly.storage.rocksdb;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.File;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refuses decisions while the disk has only its reserve left. If two of RocksDB's threads meet a
 * full disk at the same time, it may take no more writes until it is opened anew, so that the disk
 * must not become full. Half of the reserve is for decisions that {@linkplain
 * dev.mayfly.engine.storage.Decision#mayUseReserve may use it}, the other half for write buffers
 * that are written out. Used by the thread that commits.
 *
 * <p>Free space is measured when a group begins, but not for each: not before a tenth of a second
 * has passed or {@code STEP_BYTES} were written since the last time.
 */
final class DiskSpace {
  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);
  private static final long MEASURE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long STEP_BYTES = 1L << 20;
  private static final int LOWER_PART = 2;

  /** There is enough space again when so much of the reserve is free beyond it. */
  private static final int SLACK_PART = 8;

  private final Path directory;
  private final long reserveBytes;
  private final LongSupplier usableBytes;
  private final LongSupplier nanoTime;
  private long measuredNanos;
  private long freeBytes = Long.MAX_VALUE;
  private long writtenBytes;
  private boolean measured;
  private boolean isShort;

  /**
   * @param reserveBytes 0 if nothing is ever refused
   * @param usableBytes what can still be written to the disk
   */
  DiskSpace(Path directory, long reserveBytes, LongSupplier usableBytes, LongSupplier nanoTime) {
    this.directory = requireNonNull(directory, "directory");
    this.reserveBytes = reserveBytes;
    this.usableBytes = requireNonNull(usableBytes, "usableBytes");
    this.nanoTime = requireNonNull(nanoTime, "nanoTime");
  }

  /** The space of the disk on which a directory is. */
  static DiskSpace of(Path directory, long reserveBytes) {
    return new DiskSpace(directory, reserveBytes, () -> usableBytes(directory), System::nanoTime);
  }

  /** A disk that does not report its space counts as one that has enough. */
  private static long usableBytes(Path directory) {
    // One call of the system; a FileStore would read the list of all mounted file systems first.
    File file = directory.toFile();
    long usable = file.getUsableSpace();
    return usable < 0 || usable == 0 && file.getTotalSpace() == 0 ? Long.MAX_VALUE : usable;
  }

  /** A group begins: measures if it is time to. */
  void beginGroup() {
    if (reserveBytes == 0) {
      return;
    }
    long now = nanoTime.getAsLong();
    if (!measured || writtenBytes >= STEP_BYTES || now - measuredNanos >= MEASURE_NANOS) {
      measured = true;
      measuredNanos = now;
      writtenBytes = 0;
      freeBytes = usableBytes.getAsLong();
      judge();
    }
  }

  private void judge() {
    boolean before = isShort;
    long bound = before ? reserveBytes + reserveBytes / SLACK_PART : reserveBytes;
    isShort = freeBytes < bound;
    if (isShort && !before) {
      LOG.warn(
          "Writes are refused: the disk of {} has {} bytes left and {} are reserved",
          directory,
          freeBytes,
          reserveBytes);
    } else if (before && !isShort) {
      LOG.info("Writes resume: the disk of {} has {} bytes left", directory, freeBytes);
    }
  }

  /** A group of about so many bytes was committed. */
  void wrote(long bytes) {
    writtenBytes += bytes;
  }

  /**
   * Why a decision of the group is refused; null if it is not.
   *
   * @param mayUseReserve whether it may use the upper half of the reserve
   */
  EngineException refusal(boolean mayUseReserve) {
    if (!isShort || mayUseReserve && freeBytes >= reserveBytes / LOWER_PART) {
      return null;
    }
    return new EngineException(
        ErrorCode.DISK_FULL,
        "The disk has too little space left for writes (directory "
            + directory
            + ", free bytes "
            + freeBytes
            + ", reserved bytes "
            + reserveBytes
            + "). Free space on the disk, or delete data: reads continue, and writes as soon as"
            + " there is space; the setting disk-reserve is how much stays free");
  }
}
