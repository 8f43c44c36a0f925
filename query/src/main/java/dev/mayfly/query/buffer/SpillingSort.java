package dev.mayfly.query.buffer;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.memory.BufferMemory;
import dev.mayfly.query.spill.RequestSpill;
import dev.mayfly.query.spill.RowCodec;
import dev.mayfly.query.spill.SpillCounts;
import dev.mayfly.query.spill.SpillFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * An external merge sort. Rows that do not fit into memory are sorted and written as a run; as soon
 * as there are many runs of one size they are merged into one of the next size. So a sort has few
 * files, and each row is written once for each size. The rest is merged while it is read.
 */
final class SpillingSort<R> implements SortBuffer<R> {
  /** So many runs of one size become one of the next, if memory allows. */
  private static final int RUNS_MAX = 32;

  private final Comparator<? super R> order;
  private final long limit;
  private final ToLongFunction<? super R> rowBytes;
  private final BufferMemory memory;
  private final RequestSpill spill;
  private final RowCodec<R> codec;
  private final SpillCounts counts;
  private final TopRows<R> rows;
  private final List<Level> levels = new ArrayList<>();

  /** Rows after this one are not needed; null if that is not known. */
  private R bound;

  private MergedRuns<R> merged;

  /** Runs of one size, in a file of their own. */
  private final class Level {
    private final SpillFile file = spill.file();
    private final List<SortedRun<R>> runs = new ArrayList<>();
  }

  SpillingSort(
      Comparator<? super R> order,
      long limit,
      ToLongFunction<? super R> rowBytes,
      BufferMemory memory,
      RequestSpill spill,
      RowCodec<R> codec,
      SpillCounts counts) {
    this.order = requireNonNull(order, "order");
    this.limit = limit;
    this.rowBytes = requireNonNull(rowBytes, "rowBytes");
    this.memory = requireNonNull(memory, "memory");
    this.spill = requireNonNull(spill, "spill");
    this.codec = requireNonNull(codec, "codec");
    this.counts = requireNonNull(counts, "counts");
    // What the rows take is charged here, where rows that do not fit can be written.
    this.rows = new TopRows<>(order, limit, rowBytes, bytes -> {});
  }

  @Override
  public void add(R row) {
    if (bound != null && order.compare(row, bound) >= 0) {
      return;
    }
    long before = rows.heldBytes();
    rows.add(row);
    long more = rows.heldBytes() - before;
    if (!memory.tryAdd(more)) {
      writeRun(before);
    }
  }

  /**
   * Writes all rows that are on the heap.
   *
   * @param charged what is charged for them
   */
  private void writeRun(long charged) {
    Level level = level(0);
    SortedRun<R> run = new SortedRun<>(level.file, codec, rowBytes);
    Iterator<R> sorted = rows.sorted();
    R last = null;
    while (sorted.hasNext()) {
      last = sorted.next();
      run.add(last);
    }
    run.finish();
    if (run.rows() == limit && (bound == null || order.compare(last, bound) < 0)) {
      bound = last;
    }
    level.runs.add(run);
    spill.countSpill();
    counts.add(run.rows(), run.bytes(), rows.heldBytes());
    rows.close();
    memory.add(-charged);
    for (int i = 0; i < levels.size() && level(i).runs.size() >= RUNS_MAX; i++) {
      mergeInto(level(i + 1), level(i));
    }
  }

  private Level level(int number) {
    if (number == levels.size()) {
      levels.add(new Level());
    }
    return levels.get(number);
  }

  /** Merges all runs of a level into as few of another one as memory allows. */
  private void mergeInto(Level target, Level source) {
    List<SortedRun<R>> rest = source.runs;
    while (!rest.isEmpty()) {
      try (MergedRuns<R> some = new MergedRuns<>(rest, order, limit, memory)) {
        SortedRun<R> run = new SortedRun<>(target.file, codec, rowBytes);
        some.forEachRemaining(run::add);
        run.finish();
        target.runs.add(run);
        rest.subList(0, some.runs()).clear();
      }
    }
    source.file.clear();
  }

  @Override
  public Iterator<R> sorted() {
    if (levels.isEmpty()) {
      return rows.sorted();
    }
    if (rows.size() > 0) {
      writeRun(rows.heldBytes());
    }
    List<SortedRun<R>> runs = new ArrayList<>();
    levels.forEach(level -> runs.addAll(level.runs));
    merged = new MergedRuns<>(runs, order, limit, memory);
    while (merged.runs() < runs.size()) {
      // The small ones come first.
      Level next = new Level();
      levels.add(next);
      SortedRun<R> run = new SortedRun<>(next.file, codec, rowBytes);
      merged.forEachRemaining(run::add);
      run.finish();
      runs.subList(0, merged.runs()).clear();
      merged.close();
      runs.add(run);
      merged = new MergedRuns<>(runs, order, limit, memory);
    }
    return merged;
  }

  @Override
  public void close() {
    memory.add(-rows.heldBytes());
    rows.close();
    if (merged != null) {
      merged.close();
    }
    levels.forEach(level -> level.file.close());
    levels.clear();
  }
}
