package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackupTest extends RocksDbFixture {
  private Path target() {
    return temporary.resolve("backups").resolve("monday");
  }

  @Test
  void backupHasTheRowsOfItsMomentAndNoOthers() {
    try (RocksDbStorage storage = open()) {
      put(storage, "a", "1");
      storage.backup(target());
      put(storage, "a", "2");
      put(storage, "b", "2");
      try (RocksDbStorage restored = open(target())) {
        assertThat(get(restored, "a")).isEqualTo("1");
        assertThat(get(restored, "b")).isNull();
        put(restored, "a", "3");
      }
      assertThat(get(storage, "a")).isEqualTo("2");
    }
  }

  @Test
  void backupBesideWritesIsAPrefixOfThem() throws Exception {
    try (RocksDbStorage storage = open()) {
      AtomicBoolean stop = new AtomicBoolean();
      AtomicInteger written = new AtomicInteger();
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                while (!stop.get()) {
                  put(storage, "k" + written.get(), "1");
                  written.incrementAndGet();
                }
              });
      Await.until("twenty rows", () -> written.get() >= 20);
      int before = written.get();
      storage.backup(target());
      stop.set(true);
      writing.get(60, TimeUnit.SECONDS);
      try (RocksDbStorage restored = open(target())) {
        int kept = 0;
        while (get(restored, "k" + kept) != null) {
          kept++;
        }
        assertThat(kept).isBetween(before, written.get());
        for (int i = kept; i < written.get(); i++) {
          assertThat(get(restored, "k" + i)).isNull();
        }
      }
    }
  }

  @Test
  void emptyTargetIsTakenAndFullOneRefused() throws IOException {
    Files.createDirectories(target());
    try (RocksDbStorage storage = open()) {
      put(storage, "a", "1");
      storage.backup(target());
      assertFails(ErrorCode.BAD_REQUEST, () -> storage.backup(target()));
      assertFails(ErrorCode.BAD_REQUEST, () -> storage.backup(data()));
      assertThat(get(storage, "a")).isEqualTo("1");
    }
    open(target()).close();
  }

  @Test
  void halfMadeBackupIsRecognised() throws IOException {
    try (RocksDbStorage storage = open()) {
      storage.backup(target());
      Path partial = target().resolveSibling("monday.partial");
      Files.move(target(), partial);
      Files.delete(partial.resolve("MAYFLY"));
      assertFails(ErrorCode.BAD_REQUEST, () -> open(partial));
      assertFails(ErrorCode.BAD_REQUEST, () -> storage.backup(target()));
      assertThat(partial).isNotEmptyDirectory();
      assertThat(target()).doesNotExist();
    }
  }

  @Test
  void backupThatFailsLeavesNothing() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "in the way");
    try (RocksDbStorage storage = open()) {
      assertFails(ErrorCode.STORAGE_FAILED, () -> storage.backup(file.resolve("below")));
      assertThat(file).hasContent("in the way");
    }
  }

  /** Each table is flushed on its own meanwhile, so that the copy has many short logs. */
  @Test
  void backupsThatAreMadeDuringWritesAreWhole() throws Exception {
    try (RocksDbStorage storage = open()) {
      AtomicBoolean done = new AtomicBoolean();
      AtomicInteger committed = new AtomicInteger();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                while (!done.get()) {
                  writeEverywhere(storage, committed.get() + 1);
                  committed.incrementAndGet();
                }
              });
      Await.until("the first write is committed", () -> committed.get() > 0);
      for (int i = 0; i < 5; i++) {
        int before = committed.get();
        Path backup = temporary.resolve("busy" + i);
        storage.backup(backup);
        try (ReadOnlyStore store = ReadOnlyStore.open(backup)) {
          assertThat(store.damage()).as("backup " + i).isEmpty();
          try (ReadView view = store.snapshot()) {
            for (Table table : Table.values()) {
              byte[] key = bytes("k" + before);
              assertThat(view.get(table, key)).as(table + " of backup " + i).isNotNull();
            }
          }
        }
      }
      done.set(true);
      writer.get();
    }
  }

  private static void writeEverywhere(RocksDbStorage storage, int number) {
    storage.execute(
        view -> {
          for (Table table : Table.values()) {
            view.put(table, bytes("k" + number), bytes("1"));
          }
          return null;
        });
  }
}
