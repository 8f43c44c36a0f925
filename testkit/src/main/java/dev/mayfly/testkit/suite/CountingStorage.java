package dev.mayfly.testkit.suite;

import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.ForwardingListener;
import dev.mayfly.testkit.storage.ForwardingStorage;
import dev.mayfly.testkit.storage.ForwardingWriteView;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Counts the rows that are read and written, to show what work depends on. */
public final class CountingStorage extends ForwardingStorage {
  private final AtomicLong rowsRead = new AtomicLong();
  private final AtomicLong rowsWritten = new AtomicLong();
  private final AtomicLong cursors = new AtomicLong();
  private final AtomicLong cursorsOfReads = new AtomicLong();
  private final AtomicReference<Runnable> beforeSnapshot = new AtomicReference<>();
  private final AtomicReference<Runnable> afterCommit = new AtomicReference<>();
  private final AtomicInteger openViews = new AtomicInteger();

  public CountingStorage(Storage storage) {
    super(storage);
  }

  /** Views that were taken and not closed. */
  public int openViews() {
    return openViews.get();
  }

  /** Rows looked up or walked over since the start. */
  public long rowsRead() {
    return rowsRead.get();
  }

  /** Cursors opened by writes since the start: what a cursor walks over may be deleted rows. */
  public long cursorsOfWrites() {
    return cursors.get();
  }

  /** Cursors opened by reads since the start: each costs as much as many rows. */
  public long cursorsOfReads() {
    return cursorsOfReads.get();
  }

  /** Rows put or deleted since the start; a range counts as one. */
  public long rowsWritten() {
    return rowsWritten.get();
  }

  /** Rows touched in any way since the start. */
  public long rowsTouched() {
    return rowsRead() + rowsWritten();
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    rowsRead.incrementAndGet();
    return super.get(table, key);
  }

  /** Runs an action between the next read of rows and the reads before it. */
  public void beforeNextSnapshot(Runnable event) {
    beforeSnapshot.set(event);
  }

  /** Lets something happen when the next rows are committed and the engine does not know yet. */
  public void afterNextCommit(Runnable event) {
    afterCommit.set(event);
  }

  @Override
  public void start(GroupListener listener) {
    super.start(new TellingLater(listener));
  }

  private static void happen(AtomicReference<Runnable> event) {
    Runnable once = event.getAndSet(null);
    if (once != null) {
      once.run();
    }
  }

  @Override
  public ReadView snapshot() {
    happen(beforeSnapshot);
    return new CountingReadView(super.snapshot());
  }

  @Override
  protected WriteView wrap(WriteView view) {
    return new CountingWriteView(view);
  }

  private final class TellingLater extends ForwardingListener {
    TellingLater(GroupListener engine) {
      super(engine);
    }

    @Override
    public void committed() {
      happen(afterCommit);
      super.committed();
    }
  }

  private final class CountingReadView implements ReadView {
    private final ReadView view;
    private final AtomicBoolean open = new AtomicBoolean(true);

    CountingReadView(ReadView view) {
      this.view = view;
      openViews.incrementAndGet();
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      rowsRead.incrementAndGet();
      return view.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      cursorsOfReads.incrementAndGet();
      return new CountingCursor(view.cursor(table, fromInclusive, toExclusive));
    }

    @Override
    public RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive) {
      cursorsOfReads.incrementAndGet();
      return new CountingCursor(view.cursorDown(table, fromInclusive, toExclusive));
    }

    @Override
    public void close() {
      if (open.compareAndSet(true, false)) {
        openViews.decrementAndGet();
      }
      view.close();
    }
  }

  private final class CountingWriteView extends ForwardingWriteView {
    CountingWriteView(WriteView view) {
      super(view);
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      rowsRead.incrementAndGet();
      return super.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      cursors.incrementAndGet();
      return new CountingCursor(super.cursor(table, fromInclusive, toExclusive));
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      rowsWritten.incrementAndGet();
      super.put(table, key, value);
    }

    @Override
    public void delete(Table table, byte[] key) {
      rowsWritten.incrementAndGet();
      super.delete(table, key);
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      rowsWritten.incrementAndGet();
      super.deleteRange(table, fromInclusive, toExclusive);
    }
  }

  private final class CountingCursor implements RowCursor {
    private final RowCursor rows;

    CountingCursor(RowCursor rows) {
      this.rows = rows;
    }

    @Override
    public boolean next() {
      rowsRead.incrementAndGet();
      return rows.next();
    }

    @Override
    public void skipTo(byte[] bound) {
      rows.skipTo(bound);
    }

    @Override
    public byte[] key() {
      return rows.key();
    }

    @Override
    public byte[] value() {
      return rows.value();
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
