package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Lookups find the rows that a scan of the same view finds, under concurrent writes. */
abstract class LookUpSuite extends StorageFixture {
  private static final int WRITERS = 3;
  private static final int READERS = 3;
  private static final int KEYS_EACH = 12;
  private static final int ROUNDS = Rounds.of(300, 1500);

  private static String key(int writer, int number) {
    return "w" + writer + "k" + number;
  }

  /** Writes its own keys, and reads what it has written. */
  private void write(int writer, Random random) {
    Map<String, String> own = new TreeMap<>();
    for (int round = 0; round < ROUNDS; round++) {
      String key = key(writer, random.nextInt(KEYS_EACH));
      int what = random.nextInt(100);
      String value = "v" + round + "x".repeat(random.nextInt(5));
      if (what < 60) {
        put(key, value);
        own.put(key, value);
      } else if (what < 80) {
        delete(key);
        own.remove(key);
      } else if (what == 80) {
        String first = "w" + writer;
        storage.execute(
            exclusive(
                view -> {
                  view.deleteRange(Table.ITEMS, bytes(first), bytes("w" + (writer + 1)));
                  return null;
                }));
        own.clear();
      }
      for (int i = 0; i < 3; i++) {
        String other = key(writer, random.nextInt(KEYS_EACH));
        assertThat(get(other)).isEqualTo(own.get(other));
        assertThat(get(key)).isEqualTo(own.get(key));
      }
    }
  }

  private void read(Random random, AtomicBoolean ended) {
    List<ReadView> views = new ArrayList<>();
    while (!ended.get()) {
      ReadView view = storage.snapshot();
      views.add(view);
      ReadView any = views.get(random.nextInt(views.size()));
      compare(any, random);
      if (views.size() > 4 || random.nextBoolean()) {
        ReadView closed = views.remove(random.nextInt(views.size()));
        closed.close();
      }
    }
    views.forEach(ReadView::close);
  }

  private static void compare(ReadView view, Random random) {
    Map<String, String> walked = new TreeMap<>();
    List<byte[]> keys = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      keys.add(bytes(key(random.nextInt(WRITERS), random.nextInt(KEYS_EACH))));
    }
    List<byte[]> before = view.getAll(Table.ITEMS, keys);
    try (RowCursor rows = view.cursor(Table.ITEMS, bytes("w"), bytes("x"))) {
      while (rows.next()) {
        walked.put(text(rows.key()), text(rows.value()));
      }
    }
    List<byte[]> after = view.getAll(Table.ITEMS, keys);
    for (int i = 0; i < keys.size(); i++) {
      String expected = walked.get(text(keys.get(i)));
      assertThat(text(before.get(i))).isEqualTo(expected);
      assertThat(text(after.get(i))).isEqualTo(expected);
      assertThat(text(view.get(Table.ITEMS, keys.get(i)))).isEqualTo(expected);
    }
  }

  private void delete(String key) {
    storage.execute(
        view -> {
          view.delete(Table.ITEMS, bytes(key));
          return null;
        });
  }

  @Test
  void lookUpsFindWhatWalksFindWhileRowsChange() {
    long seed = Seeds.seedOfThreads(getClass());
    Random seeds = new Random(seed);
    AtomicBoolean ended = new AtomicBoolean();
    List<CompletableFuture<Void>> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      Random random = new Random(seeds.nextLong());
      readers.add(CompletableFuture.runAsync(() -> read(random, ended), this::onThread));
    }
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      Random random = new Random(seeds.nextLong());
      writers.add(CompletableFuture.runAsync(() -> write(writer, random), this::onThread));
    }
    try {
      writers.forEach(CompletableFuture::join);
    } finally {
      ended.set(true);
    }
    readers.forEach(CompletableFuture::join);
  }

  private void onThread(Runnable task) {
    new Thread(task, "look-ups").start();
  }
}
