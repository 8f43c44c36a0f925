package dev.mayfly.query.spill;

import java.util.List;

/** What a buffer, a stage or all of a kind have moved to disk. Thread safe. */
public final class SpillCounts {
  private final List<SpillCounts> sums;
  private long spills;
  private long rows;
  private long bytes;
  private long heapBytes;

  /**
   * @param sums count the same
   */
  public SpillCounts(SpillCounts... sums) {
    this.sums = List.of(sums);
  }

  /**
   * Counts rows that were moved to disk at once.
   *
   * @param bytesOnDisk what they take there
   * @param freedBytes what they took on the heap
   */
  public void add(long moreRows, long bytesOnDisk, long freedBytes) {
    synchronized (this) {
      spills++;
      rows += moreRows;
      bytes += bytesOnDisk;
      heapBytes += freedBytes;
    }
    sums.forEach(each -> each.add(moreRows, bytesOnDisk, freedBytes));
  }

  public synchronized long spills() {
    return spills;
  }

  public synchronized long rows() {
    return rows;
  }

  /** On disk. */
  public synchronized long bytes() {
    return bytes;
  }

  /** On the heap, before. */
  public synchronized long heapBytes() {
    return heapBytes;
  }
}
