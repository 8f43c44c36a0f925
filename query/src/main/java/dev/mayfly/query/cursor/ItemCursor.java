package dev.mayfly.query.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.Item;
import java.util.List;
import java.util.function.Predicate;

/**
 * The items of a plan one after the other, from a position on. It reads a batch at a time, so it
 * stops between batches only. When it has stopped it says why ({@link #stop}) and, unless it is at
 * the end, another cursor over the same plan resumes at its {@link #position}. Not thread safe.
 */
public final class ItemCursor {
  private final ReadSource source;
  private final ReadPlan plan;
  private final BatchReader reader;
  private int judged;
  private List<Item> batch = List.of();
  private int next;
  private CursorPosition before;
  private Predicate<Item> filter;
  private boolean begun;
  private CursorStop stop;
  private long itemsMax = Long.MAX_VALUE;
  private long items;
  private long bytes;
  private long nanos;

  public ItemCursor(ReadSource source, ReadPlan plan, CursorPosition start, BatchLimits limits) {
    this.source = requireNonNull(source, "source");
    this.plan = requireNonNull(plan, "plan");
    this.before = requireNonNull(start, "start");
    this.reader = BatchReader.of(plan, source, limits, start);
    this.judged = source.batch();
  }

  /** The next item; null if it has stopped. */
  public Item next() {
    if (judged != source.batch()) {
      judgeAgain();
    }
    while (next == batch.size()) {
      stop = reasonToStop();
      if (stop != null) {
        return null;
      }
      read();
    }
    Item item = batch.get(next++);
    if (filter == null) {
      examine(item);
    }
    return item;
  }

  /** Items that were read for an earlier batch of results may have expired since. */
  private void judgeAgain() {
    judged = source.batch();
    if (isBuffered()) {
      reader.resume(position());
      batch = List.of();
      next = 0;
    }
  }

  private CursorStop reasonToStop() {
    if (reader.isEnd()) {
      return CursorStop.END;
    }
    CursorStop reason = begun ? source.stop() : null;
    return reason == null && items >= itemsMax ? CursorStop.ITEMS : reason;
  }

  private void read() {
    long started = System.nanoTime();
    before = reader.position();
    batch = reader.read(filter);
    next = 0;
    begun = true;
    nanos += System.nanoTime() - started;
  }

  private void examine(Item item) {
    items++;
    bytes += item.sizeBytes();
  }

  /**
   * Leaves out items of a scan that a filter rejects; other plans return all items. The filter gets
   * each item where it is stored, valid during the call only.
   */
  public void filter(Predicate<Item> accepted) {
    if (isScan()) {
      filter =
          item -> {
            examine(item);
            return accepted.test(item);
          };
    }
  }

  public boolean isFiltered() {
    return filter != null;
  }

  /** Whether all items of ranges are read, so that a filter is applied. */
  public boolean isScan() {
    return plan.isScan();
  }

  /** Whether an item follows that was read already. */
  public boolean isBuffered() {
    return next < batch.size();
  }

  /** An item that was read already, so many after the next one; null if there is none. */
  public Item ahead(int count) {
    return next + count < batch.size() ? batch.get(next + count) : null;
  }

  /** Stops it after so many items, at the end of a batch. */
  public void readAtMost(long count) {
    itemsMax = count;
  }

  /** Lets {@link #next} return the last item again, if it is still visible. */
  public void back() {
    next--;
  }

  /** Why {@link #next} has returned null. */
  public CursorStop stop() {
    return stop;
  }

  /** Whether nothing follows the last item. */
  public boolean isAtEnd() {
    return reader.isEnd() && !isBuffered();
  }

  /** Where to resume after the last item. */
  public CursorPosition position() {
    return isBuffered() ? positionAt(next) : reader.position();
  }

  /** Where to resume with the last item once more. */
  public CursorPosition positionBefore() {
    return positionAt(next - 1);
  }

  private CursorPosition positionAt(int item) {
    return item < 1 ? before : reader.after(item - 1);
  }

  /** How many items were examined. */
  public long items() {
    return items;
  }

  /** How many bytes they have. */
  public long bytes() {
    return bytes;
  }

  /** How long reading took. */
  public long nanos() {
    return nanos;
  }

  /** How long indexes were read. */
  public long indexNanos() {
    return plan instanceof ReadPlan.Indexes ? nanos : 0;
  }
}
