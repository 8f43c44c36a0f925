package dev.mayfly.query.buffer;

import dev.mayfly.query.memory.BufferMemory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * The rows of the first of some sorted runs, as many as memory allows, merged while they are read.
 */
final class MergedRuns<R> implements Iterator<R>, AutoCloseable {
  private static final int RUNS_MAX = 64;
  private static final int RUNS_MIN = 2;

  private final BufferMemory memory;
  private Iterator<R> rows;
  private int runs;
  private long chargedBytes;
  private long left;
  private long largestBytes;

  /**
   * @param from runs with rows, of which the first are merged: at least two, if there are two
   * @param limit of rows that are returned
   * @param memory is charged with what reading them takes, at once
   */
  MergedRuns(
      List<SortedRun<R>> from, Comparator<? super R> order, long limit, BufferMemory memory) {
    this.memory = memory;
    this.left = limit;
    List<Iterator<R>> sources = new ArrayList<>();
    try {
      for (SortedRun<R> each : from) {
        if (runs == RUNS_MAX || !charge(each.readingBytes())) {
          break;
        }
        sources.add(each.read());
        largestBytes = Math.max(largestBytes, each.largestBytes());
        runs++;
      }
      this.rows = new Merge<>(sources, order);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  /**
   * Whether there is memory for another run, and for as much again, which is left to whoever reads;
   * two are merged in any case.
   */
  private boolean charge(long bytes) {
    if (runs >= RUNS_MIN && !memory.hasRoom(2 * bytes + chargedBytes)) {
      return false;
    }
    memory.addBeyondLimit(bytes);
    chargedBytes += bytes;
    return true;
  }

  /** How many runs these are. */
  int runs() {
    return runs;
  }

  /** What the largest of their rows takes on the heap, at most. */
  long largestBytes() {
    return largestBytes;
  }

  @Override
  public boolean hasNext() {
    return left > 0 && rows.hasNext();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    left--;
    return rows.next();
  }

  @Override
  public void close() {
    memory.add(-chargedBytes);
    chargedBytes = 0;
    rows = Collections.emptyIterator();
  }
}
