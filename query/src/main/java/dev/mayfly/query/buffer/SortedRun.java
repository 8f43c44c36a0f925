package dev.mayfly.query.buffer;

import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillFile;
import dev.mayfly.query.spill.SpilledRows;
import java.util.Iterator;
import java.util.function.ToLongFunction;

/** Sorted rows on disk, and what is needed on the heap to read them. */
final class SortedRun<R> {
  private static final int PAGE_BYTES = 64 << 10;

  private final SpilledRows<R> rows;
  private final ToLongFunction<? super R> rowBytes;
  private long largestBytes;

  SortedRun(SpillFile file, RowCodec<R> codec, ToLongFunction<? super R> rowBytes) {
    this.rows = new SpilledRows<>(file, codec, PAGE_BYTES);
    this.rowBytes = rowBytes;
  }

  void add(R row) {
    largestBytes = Math.max(largestBytes, rowBytes.applyAsLong(row));
    rows.add(row);
  }

  void finish() {
    rows.finish();
  }

  long rows() {
    return rows.rows();
  }

  long bytes() {
    return rows.bytes();
  }

  /** What is held while it is read: a page and a row. */
  long readingBytes() {
    return PAGE_BYTES + largestBytes;
  }

  Iterator<R> read() {
    return rows.read();
  }
}
