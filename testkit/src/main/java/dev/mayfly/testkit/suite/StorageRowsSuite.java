package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every storage owes about rows: order, views, cursors, ranges. */
public abstract class StorageRowsSuite extends LookUpSuite {

  @Test
  void rowThatWasNeverWrittenIsNull() {
    assertThat(storage.get(Table.ITEMS, bytes("a"))).isNull();
  }

  @Test
  void rowsAreSeenAfterTheAcknowledgement() {
    put("a", "1");
    assertThat(get("a")).isEqualTo("1");
    assertThat(rows("a", "b")).containsExactly("a=1");
    put("a", "2");
    assertThat(get("a")).isEqualTo("2");
  }

  @Test
  void tablesDoNotMix() {
    storage.execute(
        view -> {
          for (Table table : Table.values()) {
            view.put(table, bytes("k"), bytes(table.name()));
          }
          return null;
        });
    for (Table table : Table.values()) {
      assertThat(text(storage.get(table, bytes("k")))).isEqualTo(table.name());
    }
  }

  @Test
  void emptyKeysAndEmptyValuesAreRows() {
    put("", "");
    assertThat(get("")).isEqualTo("");
    assertThat(rows("", "a")).containsExactly("=");
  }

  @Test
  void rowsOfAnyLengthAreWalked() {
    int[] lengths = {0, 1, 255, 256, 257, 8191, 8192, 8193, 70_000, 3};
    List<String> expected = new ArrayList<>();
    for (int number = 0; number < lengths.length; number++) {
      String key = number + "k".repeat(Math.min(lengths[number], 300));
      String value = number + "v".repeat(lengths[number]);
      put(key, value);
      expected.add(key + "=" + value);
    }
    assertThat(rows("0", "a")).isEqualTo(expected);
  }

  @Test
  void keysSortAsUnsignedBytesShorterFirst() {
    byte[][] sorted = {
      {}, {0}, {0, 0}, {1}, {0x7f}, {(byte) 0x80}, {(byte) 0xfe, 1}, {(byte) 0xff},
    };
    List<byte[]> shuffled = new ArrayList<>(Arrays.asList(sorted));
    Random random = new Random(1);
    Collections.shuffle(shuffled, random);
    storage.execute(
        view -> {
          shuffled.forEach(key -> view.put(Table.FEED, key, key));
          return null;
        });
    List<byte[]> walked = new ArrayList<>();
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.FEED, new byte[0], new byte[] {-1, -1})) {
      while (cursor.next()) {
        walked.add(cursor.key());
      }
    }
    assertThat(walked.toArray(byte[][]::new)).isDeepEqualTo(sorted);
    Collections.reverse(walked);
    List<byte[]> walkedDown = new ArrayList<>();
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursorDown(Table.FEED, new byte[0], new byte[] {-1, -1})) {
      while (cursor.next()) {
        walkedDown.add(cursor.key());
      }
    }
    assertThat(walkedDown.toArray(byte[][]::new)).isDeepEqualTo(walked.toArray(byte[][]::new));
  }

  @Test
  void cursorDownKeepsToItsBoundsAndToItsView() {
    for (String key : List.of("a", "b", "ba", "c", "d")) {
      put(key, key);
    }
    try (ReadView view = storage.snapshot()) {
      put("bb", "new");
      for (String[] range : new String[][] {{"b", "d"}, {"bb", "c"}, {"c", "c"}, {"d", "a"}}) {
        List<String> up;
        try (RowCursor rows = view.cursor(Table.ITEMS, bytes(range[0]), bytes(range[1]))) {
          up = new ArrayList<>(rows(rows));
        }
        Collections.reverse(up);
        try (RowCursor rows = view.cursorDown(Table.ITEMS, bytes(range[0]), bytes(range[1]))) {
          assertThat(rows(rows)).isEqualTo(up);
          assertThat(rows.next()).isFalse();
        }
      }
    }
  }

  @Test
  void cursorKeepsToItsBounds() {
    for (String key : List.of("a", "b", "ba", "c", "d")) {
      put(key, key);
    }
    assertThat(rows("b", "d")).containsExactly("b=b", "ba=ba", "c=c");
    assertThat(rows("bb", "c")).isEmpty();
    assertThat(rows("c", "c")).isEmpty();
    assertThat(rows("d", "a")).isEmpty();
    assertThat(rows("x", "z")).isEmpty();
  }

  @Test
  void cursorSkipsToAKeyInItsDirection() {
    for (String key : List.of("a", "b", "ba", "c", "d", "e")) {
      put(key, key);
    }
    try (ReadView view = storage.snapshot()) {
      try (RowCursor rows = view.cursor(Table.ITEMS, bytes("a"), bytes("e"))) {
        rows.skipTo(bytes("b"));
        assertThat(keyOfNext(rows)).isEqualTo("b");
        rows.skipTo(bytes("bb"));
        assertThat(keyOfNext(rows)).isEqualTo("c");
        assertThat(keyOfNext(rows)).isEqualTo("d");
        rows.skipTo(bytes("e"));
        assertThat(rows.next()).isFalse();
      }
      try (RowCursor rows = view.cursorDown(Table.ITEMS, bytes("b"), bytes("e"))) {
        rows.skipTo(bytes("d"));
        assertThat(keyOfNext(rows)).isEqualTo("c");
        rows.skipTo(bytes("bb"));
        assertThat(keyOfNext(rows)).isEqualTo("ba");
        assertThat(keyOfNext(rows)).isEqualTo("b");
        rows.skipTo(bytes("a"));
        assertThat(rows.next()).isFalse();
      }
      try (RowCursor rows = view.cursor(Table.ITEMS, bytes("a"), bytes("c"))) {
        rows.skipTo(bytes("x"));
        assertThat(rows.next()).isFalse();
        assertThat(rows.next()).isFalse();
      }
    }
  }

  private static String keyOfNext(RowCursor rows) {
    assertThat(rows.next()).isTrue();
    return text(rows.key());
  }

  @Test
  void cursorCopiesAsMuchOfAValueAsHasRoom() {
    put("a", "12");
    put("b", "3456");
    put("c", "");
    byte[] target = bytes("...");
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
      assertThat(cursor.nextInto(target)).isEqualTo(2);
      assertThat(text(target)).isEqualTo("12.");
      assertThat(text(cursor.key())).isEqualTo("a");
      assertThat(cursor.nextInto(target)).isEqualTo(4);
      assertThat(text(target)).isEqualTo("345");
      assertThat(text(cursor.value())).isEqualTo("3456");
      assertThat(cursor.nextInto(target)).isZero();
      assertThat(cursor.nextInto(target)).isEqualTo(RowCursor.NO_ROW);
      assertThat(cursor.nextInto(target)).isEqualTo(RowCursor.NO_ROW);
      assertThat(text(target)).isEqualTo("345");
    }
  }

  @Test
  void cursorThatEndedStaysAtTheEndAndHasNoRow() {
    put("a", "1");
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("b"))) {
      assertThatThrownBy(cursor::key).isInstanceOf(IllegalStateException.class);
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.next()).isFalse();
      assertThat(cursor.next()).isFalse();
      assertThatThrownBy(cursor::value).isInstanceOf(IllegalStateException.class);
    }
  }

  @Test
  void arraysFromACursorMayBeKept() {
    put("a", "1");
    put("b", "2");
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("c"))) {
      cursor.next();
      byte[] key = cursor.key();
      byte[] value = cursor.value();
      cursor.next();
      assertThat(text(key) + text(value)).isEqualTo("a1");
    }
  }

  @Test
  void snapshotDoesNotChange() {
    put("a", "1");
    put("b", "1");
    try (ReadView view = storage.snapshot();
        RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
      storage.execute(
          write -> {
            put(write, "a", "2");
            write.delete(Table.ITEMS, bytes("b"));
            put(write, "c", "2");
            return null;
          });
      assertThat(rows(cursor)).containsExactly("a=1", "b=1");
      assertThat(rows(view, "a", "z")).containsExactly("a=1", "b=1");
      assertThat(text(view.get(Table.ITEMS, bytes("a")))).isEqualTo("1");
      assertThat(view.get(Table.ITEMS, bytes("c"))).isNull();
    }
    assertThat(rows("a", "z")).containsExactly("a=2", "c=2");
  }

  @Test
  void severalRowsAreReadAtOnceInTheOrderOfTheirKeys() {
    put("a", "1");
    put("b", "2");
    put("c", "3");
    try (ReadView view = storage.snapshot()) {
      put("b", "4");
      put("d", "5");
      assertThat(view.getAll(Table.ITEMS, List.of())).isEmpty();
      assertThat(texts(view, "b")).containsExactly("2");
      assertThat(texts(view, "d")).containsExactly((String) null);
      assertThat(texts(view, "c", "d", "a", "x", "b", "a"))
          .containsExactly("3", null, "1", null, "2", "1");
    }
  }

  private List<String> texts(ReadView view, String... keys) {
    List<byte[]> all = Stream.of(keys).map(StorageFixture::bytes).toList();
    return view.getAll(Table.ITEMS, all).stream().map(StorageFixture::text).toList();
  }

  @Test
  void closedViewAndClosedCursorSaySo() {
    put("a", "1");
    ReadView view = storage.snapshot();
    RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("b"));
    cursor.next();
    cursor.close();
    cursor.close();
    assertFails(ErrorCode.CLOSED, cursor::next);
    assertFails(ErrorCode.CLOSED, cursor::key);
    view.close();
    view.close();
    assertFails(ErrorCode.CLOSED, () -> view.get(Table.ITEMS, bytes("a")));
    assertFails(ErrorCode.CLOSED, () -> view.getAll(Table.ITEMS, List.of(bytes("a"), bytes("b"))));
    assertFails(ErrorCode.CLOSED, () -> view.cursor(Table.ITEMS, bytes("a"), bytes("b")));
  }

  @Test
  void rangesAreDeleted() {
    for (String key : List.of("a", "b", "c", "d")) {
      put(key, "1");
    }
    storage.execute(
        exclusive(
            view -> {
              put(view, "bb", "early");
              view.deleteRange(Table.ITEMS, bytes("b"), bytes("d"));
              assertThat(get(view, "b")).isNull();
              assertThat(get(view, "bb")).isNull();
              assertThat(get(view, "d")).isEqualTo("1");
              put(view, "c", "late");
              assertThat(get(view, "c")).isEqualTo("late");
              return null;
            }));
    assertThat(rows("a", "z")).containsExactly("a=1", "c=late", "d=1");
  }

  @Test
  void announcedRowsAreAsTheyAre() {
    for (int i = 1000; i < 1300; i++) {
      put("k" + i, "1");
    }
    storage.execute(
        view -> {
          for (int i = 1000; i < 1300; i++) {
            view.delete(Table.ITEMS, bytes("k" + i));
          }
          return null;
        });
    announceAndFill(null);
    announceAndFill("new");
    put("k1299", "last");
    storage.execute(
        view -> {
          view.announce(Table.ITEMS, bytes("k1200"), bytes("k1299"));
          assertThat(get(view, "k1200")).isNull();
          assertThat(get(view, "k1299")).isEqualTo("last");
          return null;
        });
  }

  private void announceAndFill(String before) {
    storage.execute(
        view -> {
          view.announce(Table.ITEMS, bytes("k1000"), bytes("k1100"));
          assertThat(get(view, "k1000")).isEqualTo(before);
          put(view, "k1000", "new");
          assertThat(get(view, "k1000")).isEqualTo("new");
          view.announce(Table.ITEMS, bytes("l1"), bytes("l3"));
          assertThat(get(view, "l1")).isEqualTo(before);
          assertThat(get(view, "l2")).isNull();
          put(view, "l1", "new");
          put(view, "l3", "gone");
          view.delete(Table.ITEMS, bytes("l3"));
          assertThat(get(view, "l3")).isNull();
          assertThat(get(view, "k1000")).isEqualTo("new");
          return null;
        });
    assertThat(rows("k", "m")).containsExactly("k1000=new", "l1=new");
  }

  @Test
  void invertedRangeDeletesNothing() {
    put("b", "1");
    storage.execute(
        exclusive(
            view -> {
              view.deleteRange(Table.ITEMS, bytes("c"), bytes("a"));
              view.deleteRange(Table.ITEMS, bytes("b"), bytes("b"));
              return null;
            }));
    assertThat(get("b")).isEqualTo("1");
  }

  @Test
  void rowsSurviveARestart() {
    put("a", "1");
    put("b", "1");
    storage.execute(
        exclusive(
            view -> {
              view.deleteRange(Table.ITEMS, bytes("b"), bytes("c"));
              return null;
            }));
    restart();
    assertThat(rows("a", "z")).containsExactly("a=1");
    put("c", "1");
    restart();
    assertThat(rows("a", "z")).containsExactly("a=1", "c=1");
  }

  @Test
  void randomHistoriesAgreeWithASortedMap() {
    long seed = Seeds.seed(getClass());
    Random random = new Random(seed);
    TreeMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int step = 0; step < 300; step++) {
      TreeMap<byte[], byte[]> before = new TreeMap<>(model);
      try (ReadView old = storage.snapshot()) {
        randomDecision(random, model);
        assertThat(walk(old)).as("seed %d step %d, old view", seed, step).isEqualTo(text(before));
      }
      if (step % 100 == 99) {
        restart();
      }
      try (ReadView view = storage.snapshot()) {
        assertThat(walk(view)).as("seed %d step %d", seed, step).isEqualTo(text(model));
      }
      byte[] key = randomKey(random);
      assertThat(storage.get(Table.QUEUES, key)).isEqualTo(model.get(key));
    }
  }

  /** Throws in one of four cases, and then leaves the model as it was. */
  private void randomDecision(Random random, TreeMap<byte[], byte[]> model) {
    TreeMap<byte[], byte[]> staged = new TreeMap<>(model);
    boolean fails = random.nextInt(4) == 0;
    try {
      storage.execute(
          exclusive(
              view -> {
                for (int i = random.nextInt(12); i >= 0; i--) {
                  byte[] key = randomKey(random);
                  byte[] other = randomKey(random);
                  switch (random.nextInt(9)) {
                    case 3 -> view.announce(Table.QUEUES, key, other);
                    case 0, 1 -> {
                      view.delete(Table.QUEUES, key);
                      staged.remove(key);
                    }
                    case 2 -> {
                      view.deleteRange(Table.QUEUES, key, other);
                      if (Arrays.compareUnsigned(key, other) < 0) {
                        staged.subMap(key, other).clear();
                      }
                    }
                    default -> {
                      view.put(Table.QUEUES, key, other);
                      staged.put(key, other);
                    }
                  }
                  assertThat(view.get(Table.QUEUES, other)).isEqualTo(staged.get(other));
                }
                if (fails) {
                  throw new IllegalArgumentException("on purpose");
                }
                return null;
              }));
      model.clear();
      model.putAll(staged);
    } catch (IllegalArgumentException onPurpose) {
      assertThat(fails).isTrue();
    }
  }

  private static byte[] randomKey(Random random) {
    byte[] key = new byte[random.nextInt(4)];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) (random.nextInt(6) * 51);
    }
    return key;
  }

  private static List<String> walk(ReadView view) {
    List<String> rows = new ArrayList<>();
    byte[] end = {-1, -1, -1, -1, -1};
    try (RowCursor cursor = view.cursor(Table.QUEUES, new byte[0], end)) {
      while (cursor.next()) {
        rows.add(Arrays.toString(cursor.key()) + Arrays.toString(cursor.value()));
      }
    }
    return rows;
  }

  private static List<String> text(Map<byte[], byte[]> rows) {
    return rows.entrySet().stream()
        .sorted(Map.Entry.comparingByKey(Comparator.comparing(key -> key, Arrays::compareUnsigned)))
        .map(row -> Arrays.toString(row.getKey()) + Arrays.toString(row.getValue()))
        .toList();
  }
}
