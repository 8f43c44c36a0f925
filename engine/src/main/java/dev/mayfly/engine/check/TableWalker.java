package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.function.LongConsumer;

/** Walks tables from end to end. A row that makes its check fail is a problem, not the end. */
final class TableWalker {
  private static final int ROWS_PER_REPORT = 1024;
  private static final byte[] END = new byte[64];
  private static final byte[] OPERATION_LOG = new byte[Keys.CONTAINER_BYTES];

  static {
    Arrays.fill(END, (byte) 0xff);
  }

  private final ReadView view;
  private final Problems problems;
  private final LongConsumer progress;
  private long rows;

  /** Looks at one row; whatever it throws says that the row is damaged. */
  @FunctionalInterface
  interface RowCheck {
    void check(byte[] key, byte[] value);
  }

  /** Looks at one row of a container. */
  @FunctionalInterface
  interface ContainerRowCheck {
    void check(ContainerFacts container, byte[] key, byte[] value);
  }

  TableWalker(ReadView view, Problems problems, LongConsumer progress) {
    this.progress = requireNonNull(progress, "progress");
    this.view = requireNonNull(view, "view");
    this.problems = requireNonNull(problems, "problems");
  }

  long rows() {
    return rows;
  }

  void table(Table table, RowCheck check) {
    byte[] last = Bytes.EMPTY;
    try (RowCursor cursor = view.cursor(table, Bytes.EMPTY, END)) {
      while (cursor.next()) {
        if (++rows % ROWS_PER_REPORT == 0) {
          progress.accept(rows);
        }
        last = cursor.key();
        one(table, last, cursor.value(), check);
      }
    } catch (EngineException e) {
      rethrowIfClosed(e);
      problems.add(RowNames.row(table, last), "the rows after this one cannot be read: " + e);
    }
  }

  /** The rows of a table keyed by container. */
  void byContainer(Table table, StoreFacts facts, ContainerRowCheck check) {
    table(
        table,
        (key, value) -> {
          if (table == Table.LOG && Bytes.startsWith(key, OPERATION_LOG)) {
            OperationRow.decode(value);
            return;
          }
          ContainerFacts container = container(table, facts, key);
          if (container != null) {
            check.check(container, key, value);
          }
        });
  }

  private ContainerFacts container(Table table, StoreFacts facts, byte[] key) {
    if (key.length <= Keys.CONTAINER_BYTES) {
      problems.add(RowNames.row(table, key), "the key is too short to name a container and a row");
      return null;
    }
    int number = Bytes.getInt(key, 0);
    ContainerFacts container = facts.containers().get(number);
    if (container == null && !facts.unreadable().contains(number)) {
      problems.add(RowNames.row(table, key), "there is no container with number " + number);
    }
    return container;
  }

  private void one(Table table, byte[] key, byte[] value, RowCheck check) {
    try {
      check.check(key, value);
    } catch (RuntimeException e) {
      if (e instanceof EngineException engine) {
        rethrowIfClosed(engine);
      }
      problems.add(RowNames.row(table, key), "the row cannot be understood: " + e);
    }
  }

  private static void rethrowIfClosed(EngineException e) {
    if (e.code() == ErrorCode.CLOSED) {
      throw e;
    }
  }
}
