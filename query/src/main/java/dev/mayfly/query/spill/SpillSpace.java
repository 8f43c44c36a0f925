package dev.mayfly.query.spill;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.spill.SpillException.Reason;
import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The disk that all requests of a server may use for rows that do not fit into memory. Files are
 * readable by their owner only and have no name once they are open, so that none stays behind a
 * killed process; where a system can't do that, they are removed by the next start. Thread safe.
 */
public final class SpillSpace {
  /** Requests may not use the disk. */
  public static final SpillSpace NONE = new SpillSpace(null, 0, 0);

  private static final String PREFIX = "spill-";
  private static final int REQUEST_DIVISOR = 2;

  /** The free space of the disk is asked for once for so many bytes. */
  private static final long CHECK_BYTES = 16L << 20;

  private final Path directory;
  private final long bytesMax;
  private final long freeBytesMin;
  private final List<Reclaimer> reclaimers = new CopyOnWriteArrayList<>();
  private final AtomicLong fileNumbers = new AtomicLong();
  private final AtomicLong openFiles = new AtomicLong();
  private final LongAdder writtenBytes = new LongAdder();
  private final LongAdder spills = new LongAdder();
  private final LongAdder refusals = new LongAdder();
  private long usedBytes;
  private long uncheckedBytes = CHECK_BYTES;

  /** Can end what holds files and is idle, such as a cursor between two batches. */
  @FunctionalInterface
  public interface Reclaimer {
    /**
     * Ends one holder of at least so many bytes.
     *
     * @return false if there is none
     */
    boolean reclaim(long leastBytes);
  }

  private SpillSpace(Path directory, long bytesMax, long freeBytesMin) {
    this.directory = directory;
    this.bytesMax = bytesMax;
    this.freeBytesMin = freeBytesMin;
  }

  /**
   * The space in a directory, which is made if it is missing. What a killed server left there is
   * removed.
   *
   * @param bytesMax of all requests together; one request may have half of it
   * @param freeBytesMin of the disk, which are left free
   */
  public static SpillSpace in(Path directory, long bytesMax, long freeBytesMin) throws IOException {
    requireNonNull(directory, "directory");
    if (bytesMax <= 0 || freeBytesMin < 0) {
      throw new IllegalArgumentException(bytesMax + " bytes, " + freeBytesMin + " free");
    }
    Files.createDirectories(directory);
    try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, PREFIX + "*")) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    }
    return new SpillSpace(directory, bytesMax, freeBytesMin);
  }

  /** Whether requests may use the disk at all. */
  public boolean isAvailable() {
    return directory != null;
  }

  /** Where its files are, and where others that live as long may be; null if it has none. */
  public Path directory() {
    return directory;
  }

  /** From now on this is asked before a request is refused. */
  public void addReclaimer(Reclaimer reclaimer) {
    if (isAvailable()) {
      reclaimers.add(requireNonNull(reclaimer, "reclaimer"));
    }
  }

  /** The account of a request. */
  public RequestSpill open() {
    if (!isAvailable()) {
      throw new IllegalStateException("requests may not use the disk");
    }
    return new RequestSpill(this);
  }

  public long bytesMax() {
    return bytesMax;
  }

  /** What one request may use. */
  public long requestBytesMax() {
    return bytesMax / REQUEST_DIVISOR;
  }

  /** What requests and open cursors use now. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  /** How many files are open. */
  public long openFiles() {
    return openFiles.get();
  }

  /** What was written since the start. */
  public long writtenBytes() {
    return writtenBytes.sum();
  }

  /** How often rows were moved from memory to disk since the start. */
  public long spills() {
    return spills.sum();
  }

  /** How many requests were refused since the start. */
  public long refusals() {
    return refusals.sum();
  }

  void countSpill() {
    spills.increment();
  }

  /**
   * Reserves bytes that are about to be written.
   *
   * @param held what the request has reserved before
   */
  void reserve(long held, long bytes) {
    while (!tryReserve(bytes)) {
      if (!reclaim(held + bytes)) {
        throw refused(
            Reason.SERVER_LIMIT,
            "All operations together use "
                + usedBytes()
                + " bytes of disk for what they sort and group, of "
                + bytesMax
                + ": try again later, or start the server with a larger spill-megabytes.");
      }
    }
    writtenBytes.add(bytes);
  }

  private synchronized boolean tryReserve(long bytes) {
    if (usedBytes + bytes > bytesMax) {
      return false;
    }
    uncheckedBytes += bytes;
    if (uncheckedBytes >= CHECK_BYTES) {
      checkFree(bytes);
      uncheckedBytes = 0;
    }
    usedBytes += bytes;
    return true;
  }

  private boolean reclaim(long leastBytes) {
    for (Reclaimer each : reclaimers) {
      if (each.reclaim(leastBytes)) {
        return true;
      }
    }
    return false;
  }

  private void checkFree(long bytes) {
    long free = directory.toFile().getUsableSpace();
    if (free - bytes < freeBytesMin) {
      throw refused(
          Reason.DISK_FULL,
          "Failed to spill to disk because available disk space is below the threshold: "
              + free
              + " bytes are free, "
              + freeBytesMin
              + " must stay so.");
    }
  }

  SpillException refused(Reason reason, String message) {
    refusals.increment();
    return new SpillException(reason, message, null);
  }

  /** A file could not be used, perhaps because the disk is full. */
  SpillException failed(IOException cause) {
    refusals.increment();
    boolean full = directory.toFile().getUsableSpace() <= freeBytesMin;
    return new SpillException(
        full ? Reason.DISK_FULL : Reason.FAILED, "Failed to spill to disk: " + cause, cause);
  }

  synchronized void release(long bytes) {
    usedBytes -= bytes;
    if (usedBytes < 0) {
      throw new IllegalStateException("more was released than reserved: " + usedBytes);
    }
  }

  /** Makes a file that only the owner of this process can read. */
  File makeFile() throws IOException {
    Path path =
        directory.resolve(
            PREFIX + ProcessHandle.current().pid() + "-" + fileNumbers.incrementAndGet());
    boolean posix = Files.getFileStore(directory).supportsFileAttributeView("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    Files.createFile(path, attributes);
    return path.toFile();
  }

  void opened() {
    openFiles.incrementAndGet();
  }

  void closed() {
    openFiles.decrementAndGet();
  }
}
