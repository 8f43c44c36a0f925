package dev.mayfly.query.buffer;

import dev.mayfly.query.memory.BufferMemory;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * The rows of the first of some sorted runs, as many as memory allows, merged while they are read.
 */
final class MergedRuns<R> implements Iterator<R>, AutoCloseable {
  private static final int RUNS_MAX = 64;
  private static final int RUNS_MIN = 2;

  private final BufferMemory memory;
  private final PriorityQueue<Head<R>> heads;
  private int runs;
  private long chargedBytes;
  private long left;

  /** The next row of a run. */
  private static final class Head<R> {
    private final Iterator<R> rest;
    private R row;

    private Head(Iterator<R> rows) {
      this.rest = rows;
      this.row = rows.next();
    }
  }

  /**
   * @param from runs with rows, of which the first are merged: at least two, if there are two
   * @param limit of rows that are returned
   * @param memory is charged with what reading them takes, at once
   */
  MergedRuns(
      List<SortedRun<R>> from, Comparator<? super R> order, long limit, BufferMemory memory) {
    this.memory = memory;
    this.left = limit;
    this.heads = new PriorityQueue<>((one, other) -> order.compare(one.row, other.row));
    try {
      for (SortedRun<R> each : from) {
        if (runs == RUNS_MAX || !charge(each.readingBytes())) {
          break;
        }
        heads.add(new Head<>(each.read()));
        runs++;
      }
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

  @Override
  public boolean hasNext() {
    return left > 0 && !heads.isEmpty();
  }

  @Override
  public R next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    left--;
    Head<R> first = heads.remove();
    R row = first.row;
    if (first.rest.hasNext()) {
      first.row = first.rest.next();
      heads.add(first);
    }
    return row;
  }

  @Override
  public void close() {
    memory.add(-chargedBytes);
    chargedBytes = 0;
    heads.clear();
  }
}
