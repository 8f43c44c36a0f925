package dev.mayfly.testkit.suite;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.Completion;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the rows that are looked at and written, to show what work depends on. */
public final class CountingStorage implements Storage {
  private final Storage storage;
  private final AtomicLong rowsRead = new AtomicLong();
  private final AtomicLong rowsWritten = new AtomicLong();

  public CountingStorage(Storage storage) {
    this.storage = requireNonNull(storage, "storage");
  }

  /** The storage that is counted. */
  public Storage inner() {
    return storage;
  }

  /** Rows looked up or walked over since the start. */
  public long rowsRead() {
    return rowsRead.get();
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
  public Set<Capability> capabilities() {
    return storage.capabilities();
  }

  @Override
  public void start(GroupListener listener) {
    storage.start(listener);
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    rowsRead.incrementAndGet();
    return storage.get(table, key);
  }

  @Override
  public ReadView snapshot() {
    return new CountingReadView(storage.snapshot());
  }

  @Override
  public <R> void submit(Decision<R> decision, Completion<R> completion) {
    storage.submit(new CountingDecision<>(decision), completion);
  }

  @Override
  public <R> R execute(Decision<R> decision) {
    return storage.execute(new CountingDecision<>(decision));
  }

  @Override
  public int waiting() {
    return storage.waiting();
  }

  @Override
  public long sizeOnDiskBytes() {
    return storage.sizeOnDiskBytes();
  }

  @Override
  public void backup(Path directory) {
    storage.backup(directory);
  }

  @Override
  public void close() {
    storage.close();
  }

  private final class CountingDecision<R> implements Decision<R> {
    private final Decision<R> decision;

    CountingDecision(Decision<R> decision) {
      this.decision = requireNonNull(decision, "decision");
    }

    @Override
    public R decide(WriteView view) {
      return decision.decide(new CountingWriteView(view));
    }

    @Override
    public boolean exclusive() {
      return decision.exclusive();
    }

    @Override
    public boolean needsSync() {
      return decision.needsSync();
    }
  }

  private final class CountingReadView implements ReadView {
    private final ReadView view;

    CountingReadView(ReadView view) {
      this.view = view;
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      rowsRead.incrementAndGet();
      return view.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      return new CountingCursor(view.cursor(table, fromInclusive, toExclusive));
    }

    @Override
    public void close() {
      view.close();
    }
  }

  private final class CountingWriteView implements WriteView {
    private final WriteView view;

    CountingWriteView(WriteView view) {
      this.view = view;
    }

    @Override
    public byte[] get(Table table, byte[] key) {
      rowsRead.incrementAndGet();
      return view.get(table, key);
    }

    @Override
    public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
      return new CountingCursor(view.cursor(table, fromInclusive, toExclusive));
    }

    @Override
    public void put(Table table, byte[] key, byte[] value) {
      rowsWritten.incrementAndGet();
      view.put(table, key, value);
    }

    @Override
    public void delete(Table table, byte[] key) {
      rowsWritten.incrementAndGet();
      view.delete(table, key);
    }

    @Override
    public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
      rowsWritten.incrementAndGet();
      view.deleteRange(table, fromInclusive, toExclusive);
    }

    @Override
    public void requireSync() {
      view.requireSync();
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
