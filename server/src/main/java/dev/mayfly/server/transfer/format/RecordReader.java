package dev.mayfly.server.transfer.format;

import java.io.Closeable;
import java.io.IOException;

/** Reads the records of a file one by one. */
public interface RecordReader extends Closeable {
  /** No record is longer: more than the largest document in any notation needs. */
  int RECORD_BYTES_MAX = 64 << 20;

  /**
   * The next record, or null at the end.
   *
   * @throws FormatException if the file can't be read from here
   */
  FileRecord next() throws IOException;
}
