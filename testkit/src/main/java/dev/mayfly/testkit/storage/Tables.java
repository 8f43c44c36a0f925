package dev.mayfly.testkit.storage;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;

/** All tables at one moment. Immutable. */
final class Tables {
  static final Tables EMPTY = empty();

  private final SortedRows[] rows;

  private Tables(SortedRows[] rows) {
    this.rows = rows;
  }

  private static Tables empty() {
    SortedRows[] rows = new SortedRows[Table.values().length];
    Arrays.fill(rows, SortedRows.EMPTY);
    return new Tables(rows);
  }

  SortedRows rows(Table table) {
    return rows[table.ordinal()];
  }

  Tables with(Table table, SortedRows changed) {
    SortedRows[] copy = rows.clone();
    copy[table.ordinal()] = changed;
    return new Tables(copy);
  }

  byte[] get(Table table, byte[] key) {
    return rows(table).get(requireNonNull(key, "key"));
  }

  /** The check runs before each step, so that a cursor ends with whatever it belongs to. */
  RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive, Runnable check) {
    return new Cursor(rows(table).walk(fromInclusive, toExclusive), check);
  }

  /** As {@link #cursor}, in descending order. */
  RowCursor cursorDown(Table table, byte[] fromInclusive, byte[] toExclusive, Runnable check) {
    return new Cursor(rows(table).walkDown(fromInclusive, toExclusive), check);
  }

  private static final class Cursor implements RowCursor {
    private final SortedRows.Walk walk;
    private final Runnable check;
    private boolean closed;

    Cursor(SortedRows.Walk walk, Runnable check) {
      this.walk = walk;
      this.check = check;
    }

    @Override
    public boolean next() {
      checkUsable();
      return walk.next();
    }

    @Override
    public void skipTo(byte[] bound) {
      checkUsable();
      walk.skipTo(bound);
    }

    @Override
    public byte[] key() {
      checkUsable();
      return walk.key();
    }

    @Override
    public byte[] value() {
      checkUsable();
      return walk.value();
    }

    @Override
    public void close() {
      closed = true;
    }

    private void checkUsable() {
      check.run();
      if (closed) {
        throw new EngineException(ErrorCode.CLOSED, "The cursor is closed");
      }
    }
  }
}
