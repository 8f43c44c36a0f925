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
 * An external merge sort. Rows are sorted a few at a time, as many as the caches of a processor
 * hold, and packed into bytes: these parts are merged when they are read or written. Rows that do
 * not fit into memory are sorted and written as a run; as soon as there are many runs of one size
 * they are merged into one of the next size. So a sort has few files, and each row is written once
 * for each size. The rest is merged while it is read.
 */
final class SpillingSort<R> implements SortBuffer<R> {
  /** So many runs of one size become one of the next, if memory allows. */
  private static final int RUNS_MAX = 32;

  /** What the rows of a part take before they are packed, at most. */
  private static final long PART_BYTES_MAX = 1 << 20;

  /** A part takes no more of the memory than one of so many. */
  private static final int PARTS_MIN = 16;

  private final Comparator<? super R> order;
  private final long limit;
  private final BufferMemory memory;
  private final RequestSpill spill;
  private final RowCodec<R> codec;
  private final SpillCounts counts;
  private final TopRows<R> rows;
  private final long partBytes;
  private final List<PackedRows<R>> parts = new ArrayList<>();

  /** What the largest row of the parts took before they were packed. */
  private long largestBytes;

  /** What is charged for all rows that are on the heap. */
  private long chargedBytes;

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
    this.memory = requireNonNull(memory, "memory");
    this.spill = requireNonNull(spill, "spill");
    this.codec = requireNonNull(codec, "codec");
    this.counts = requireNonNull(counts, "counts");
    // What the rows take is charged here, where rows that do not fit can be written.
    this.rows = new TopRows<>(order, limit, rowBytes, bytes -> {});
    this.partBytes =
        limit == Long.MAX_VALUE
            ? Math.min(PART_BYTES_MAX, memory.limitBytes() / PARTS_MIN)
            : Long.MAX_VALUE;
  }

  @Override
  public void add(R row) {
    if (bound != null && order.compare(row, bound) >= 0) {
      return;
    }
    long before = rows.heldBytes();
    rows.add(row);
    long held = rows.heldBytes();
    if (!charge(held - before)) {
      writeRun();
    } else if (held >= partBytes) {
      pack();
    }
  }

  private boolean charge(long bytes) {
    if (!memory.tryAdd(bytes)) {
      return false;
    }
    chargedBytes += bytes;
    return true;
  }

  /** Moves the rows into a part of their own. */
  private void pack() {
    long held = rows.heldBytes();
    PackedRows<R> part =
        PackedRows.of(rows.sorted(), codec, (int) Math.min(held, 2 * PART_BYTES_MAX));
    largestBytes = Math.max(largestBytes, rows.largestBytes());
    rows.close();
    parts.add(part);
    memory.add(-held);
    chargedBytes -= held;
    if (!charge(part.heapBytes())) {
      writeRun();
    }
  }

  /** All rows that are on the heap. */
  private Iterator<R> inMemory() {
    if (parts.isEmpty()) {
      return rows.sorted();
    }
    List<Iterator<R>> sources = new ArrayList<>();
    parts.forEach(each -> sources.add(each.read()));
    sources.add(rows.sorted());
    return new Merge<>(sources, order);
  }

  /** Writes all rows that are on the heap. */
  private void writeRun() {
    Level level = level(0);
    long largest = Math.max(largestBytes, rows.largestBytes());
    SortedRun<R> run = new SortedRun<>(level.file, codec, largest);
    R last = null;
    for (Iterator<R> sorted = inMemory(); sorted.hasNext(); ) {
      last = sorted.next();
      run.add(last);
    }
    run.finish();
    if (run.rows() == limit && (bound == null || order.compare(last, bound) < 0)) {
      bound = last;
    }
    level.runs.add(run);
    spill.countSpill();
    counts.add(run.rows(), run.bytes(), heldBytes());
    release();
    for (int i = 0; i < levels.size() && level(i).runs.size() >= RUNS_MAX; i++) {
      mergeInto(level(i + 1), level(i));
    }
  }

  private long heldBytes() {
    return rows.heldBytes() + parts.stream().mapToLong(PackedRows::heapBytes).sum();
  }

  /** Forgets all rows that are on the heap. */
  private void release() {
    rows.close();
    parts.clear();
    largestBytes = 0;
    memory.add(-chargedBytes);
    chargedBytes = 0;
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
        SortedRun<R> run = new SortedRun<>(target.file, codec, some.largestBytes());
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
      return inMemory();
    }
    if (rows.size() > 0 || !parts.isEmpty()) {
      writeRun();
    }
    List<SortedRun<R>> runs = new ArrayList<>();
    levels.forEach(level -> runs.addAll(level.runs));
    merged = new MergedRuns<>(runs, order, limit, memory);
    while (merged.runs() < runs.size()) {
      // The small ones come first.
      Level next = new Level();
      levels.add(next);
      SortedRun<R> run = new SortedRun<>(next.file, codec, merged.largestBytes());
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
    release();
    if (merged != null) {
      merged.close();
    }
    levels.forEach(level -> level.file.close());
    levels.clear();
  }
}
