package dev.mayfly.query.spill;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;

/** A temporary file that is appended to and read anywhere. It is gone when it is closed. */
public final class SpillFile implements AutoCloseable {
  private final RequestSpill request;
  private final RandomAccessFile file;

  /** Null once it has no name. */
  private final File named;

  private long lengthBytes;
  private boolean closed;

  SpillFile(RequestSpill request, File path) throws IOException {
    this.request = request;
    try {
      this.file = new RandomAccessFile(path, "rw");
    } catch (IOException e) {
      Files.deleteIfExists(path.toPath());
      throw e;
    }
    // An open file needs no name where the system allows that; elsewhere it goes when it is closed.
    this.named = path.delete() ? null : path;
  }

  /**
   * Appends bytes, after they were reserved.
   *
   * @return where they begin
   */
  long append(byte[] bytes, int length) {
    request.reserve(length);
    long begin = lengthBytes;
    lengthBytes += length;
    try {
      file.seek(begin);
      file.write(bytes, 0, length);
      return begin;
    } catch (IOException e) {
      throw request.failed(e);
    }
  }

  void read(long begin, byte[] bytes, int length) {
    try {
      file.seek(begin);
      file.readFully(bytes, 0, length);
    } catch (EOFException e) {
      throw request.failed(new IOException("a temporary file was cut", e));
    } catch (IOException e) {
      throw request.failed(e);
    }
  }

  public long lengthBytes() {
    return lengthBytes;
  }

  /** Removes all bytes: nothing that was appended is read again. */
  public void clear() {
    try {
      file.setLength(0);
    } catch (IOException e) {
      throw request.failed(e);
    }
    request.release(lengthBytes);
    lengthBytes = 0;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
    }
    try {
      file.close();
      if (named != null) {
        Files.deleteIfExists(named.toPath());
      }
    } catch (IOException e) {
      // What has a name is removed by the next start, the rest with the process.
    } finally {
      request.release(lengthBytes);
      lengthBytes = 0;
      request.remove(this);
    }
  }
}
