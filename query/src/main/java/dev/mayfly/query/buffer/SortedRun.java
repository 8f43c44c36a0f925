package dev.mayfly.query.buffer;

import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillFile;
import dev.mayfly.query.spill.SpilledRows;
import java.util.Iterator;

/** Sorted rows on disk, and what is needed on the heap to read them. */
final class SortedRun<R> {
  private static final int PAGE_BYTES = 64 << 10;

  private final SpilledRows<R> rows;
  private final long largestBytes;

  /**
   * @param largestBytes what its largest row takes on the heap, at most
   */
  SortedRun(SpillFile file, RowCodec<R> codec, long largestBytes) {
    this.rows = new SpilledRows<>(file, codec, PAGE_BYTES);
    this.largestBytes = largestBytes;
  }

  void add(R row) {
    rows.add(row);
  }

  long largestBytes() {
    return largestBytes;
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
