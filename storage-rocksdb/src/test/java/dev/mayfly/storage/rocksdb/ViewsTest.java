package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Mistakes of callers, each of which would end the process if it reached native code. */
class ViewsTest extends RocksDbFixture {
  private RocksDbStorage storage;

  @BeforeEach
  void openWithRows() {
    storage = open();
    for (int i = 0; i < 20; i++) {
      put(storage, "k" + i, "1");
    }
  }

  @AfterEach
  void close() {
    storage.close();
  }

  @Test
  void cursorOutlivesItsView() {
    ReadView view = storage.snapshot();
    RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"));
    view.close();
    put(storage, "later", "1");
    int rows = 0;
    while (cursor.next()) {
      rows++;
    }
    assertThat(rows).isEqualTo(20);
    cursor.close();
  }

  @Test
  void forgottenViewsAndCursorsDoNotKeepTheStorageOpen() {
    List<RowCursor> cursors = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ReadView view = storage.snapshot();
      cursors.add(view.cursor(Table.ITEMS, bytes("a"), bytes("z")));
      if (i % 2 == 0) {
        view.close();
      }
    }
    storage.close();
    cursors.forEach(cursor -> assertFails(ErrorCode.CLOSED, cursor::next));
    cursors.forEach(RowCursor::close);
    open().close();
  }

  @Test
  void viewClosedBesideItsReadersEndsThemCleanly() throws Exception {
    for (int round = 0; round < 50; round++) {
      ReadView view = storage.snapshot();
      RowCursor shared = view.cursor(Table.ITEMS, bytes("a"), bytes("z"));
      List<CompletableFuture<Void>> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        readers.add(CompletableFuture.runAsync(() -> readUntilClosed(view)));
      }
      readers.add(CompletableFuture.runAsync(() -> walkUntilClosed(shared)));
      view.get(Table.ITEMS, bytes("k1"));
      view.close();
      shared.close();
      for (CompletableFuture<Void> reader : readers) {
        reader.get(60, TimeUnit.SECONDS);
      }
    }
  }

  private static void readUntilClosed(ReadView view) {
    try {
      while (true) {
        view.get(Table.ITEMS, bytes("k1"));
        try (RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
          cursor.next();
        }
      }
    } catch (EngineException exception) {
      assertThat(exception.code()).isEqualTo(ErrorCode.CLOSED);
    }
  }

  private static void walkUntilClosed(RowCursor cursor) {
    try {
      while (true) {
        if (cursor.next()) {
          cursor.key();
        }
      }
    } catch (EngineException exception) {
      assertThat(exception.code()).isEqualTo(ErrorCode.CLOSED);
    }
  }
}
