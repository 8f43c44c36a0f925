package dev.mayfly.server.transfer.format;

import java.io.IOException;

/** Writes items one by one. */
public interface RecordWriter {
  /** Writes an item, a valid BSON document. */
  void write(byte[] bson) throws IOException;

  /** Writes what comes after the last one. */
  default void end() throws IOException {}
}
