package dev.mayfly.query.spill;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.spill.SpillException.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The temporary files of one request, or of the cursor that it has left. They are gone at its end
 * at the latest. Used by one thread at a time, but for {@link #close}, which may come from another
 * one after the last use.
 */
public final class RequestSpill implements AutoCloseable {
  private final SpillSpace space;
  private final Set<SpillFile> files = new HashSet<>();
  private long usedBytes;
  private boolean closed;

  RequestSpill(SpillSpace space) {
    this.space = requireNonNull(space, "space");
  }

  /** A new, empty file. */
  public synchronized SpillFile file() {
    if (closed) {
      throw new IllegalStateException("the request is over");
    }
    try {
      SpillFile file = new SpillFile(this, space.makeFile());
      files.add(file);
      space.opened();
      return file;
    } catch (IOException e) {
      throw space.failed(e);
    }
  }

  /** Counts that rows are moved from memory to disk. */
  public void countSpill() {
    space.countSpill();
  }

  /** What its files take now. */
  public synchronized long usedBytes() {
    return usedBytes;
  }

  void reserve(long bytes) {
    if (usedBytes() + bytes > space.requestBytesMax()) {
      throw space.refused(
          Reason.REQUEST_LIMIT,
          "The operation needs more than "
              + space.requestBytesMax()
              + " bytes of disk for what it sorts and groups, which is the limit for one"
              + " operation: filter or project before, or start the server with a larger"
              + " spill-megabytes.");
    }
    space.reserve(usedBytes(), bytes);
    synchronized (this) {
      usedBytes += bytes;
    }
  }

  synchronized void release(long bytes) {
    usedBytes -= bytes;
    space.release(bytes);
  }

  synchronized void remove(SpillFile file) {
    if (files.remove(file)) {
      space.closed();
    }
  }

  SpillException failed(IOException cause) {
    return space.failed(cause);
  }

  /** Removes all files. */
  @Override
  public void close() {
    List<SpillFile> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(files);
    }
    left.forEach(SpillFile::close);
  }
}
