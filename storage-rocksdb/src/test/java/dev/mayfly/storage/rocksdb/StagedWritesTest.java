package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StagedWritesTest {
  private final StagedWrites overlay = new StagedWrites();

  @Test
  void agreesWithAHashMapThroughMarksAndUndos() {
    long seed = Seeds.seed(StagedWritesTest.class);
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      overlay.clear();
      Map<String, byte[]> model = new HashMap<>();
      for (int decision = 0; decision < 50; decision++) {
        overlay.mark();
        Map<String, byte[]> staged = new HashMap<>(model);
        for (int i = random.nextInt(20); i > 0; i--) {
          stage(random, staged);
        }
        if (random.nextBoolean()) {
          model = staged;
        } else {
          overlay.undo();
        }
        check(model, seed);
      }
    }
  }

  private void stage(Random random, Map<String, byte[]> staged) {
    Table table = Table.values()[random.nextInt(3)];
    int number = random.nextInt(300);
    if (random.nextInt(3) == 0) {
      overlay.delete(table, key(number));
      staged.put(table + "/" + number, StagedWrites.DELETED);
    } else {
      byte[] value = {(byte) random.nextInt()};
      overlay.put(table, key(number), value);
      staged.put(table + "/" + number, value);
    }
  }

  private void check(Map<String, byte[]> model, long seed) {
    for (int t = 0; t < 3; t++) {
      Table table = Table.values()[t];
      for (int number = 0; number < 300; number++) {
        byte[] expected = model.getOrDefault(table + "/" + number, StagedWrites.UNKNOWN);
        assertThat(overlay.get(table, key(number))).as("seed %d", seed).isSameAs(expected);
      }
    }
    long staged = overlay.rows().stream().filter(StagedWrites.Row::isStaged).count();
    assertThat(staged).as("seed %d", seed).isEqualTo(model.size());
  }

  /** Lengths around eight bytes, where the hash changes its step. */
  private static byte[] key(int number) {
    byte[] key = new byte[2 + number % 17];
    key[0] = (byte) (number >> 8);
    key[1] = (byte) number;
    return key;
  }

  @Test
  void undoneRangeIsForgotten() {
    overlay.put(Table.ITEMS, new byte[] {2}, new byte[] {1});
    overlay.mark();
    overlay.deleteRange(Table.ITEMS, new byte[] {1}, new byte[] {4});
    assertThat(overlay.get(Table.ITEMS, new byte[] {2})).isSameAs(StagedWrites.DELETED);
    assertThat(overlay.get(Table.ITEMS, new byte[] {3})).isSameAs(StagedWrites.DELETED);
    assertThat(overlay.get(Table.FEED, new byte[] {3})).isSameAs(StagedWrites.UNKNOWN);
    overlay.undo();
    assertThat(overlay.get(Table.ITEMS, new byte[] {2})).containsExactly(1);
    assertThat(overlay.get(Table.ITEMS, new byte[] {3})).isSameAs(StagedWrites.UNKNOWN);
    assertThat(overlay.ranges()).isEmpty();
  }

  @Test
  void emptyValueIsNotADeletion() {
    overlay.put(Table.ITEMS, new byte[0], new byte[0]);
    assertThat(overlay.get(Table.ITEMS, new byte[0])).isNotSameAs(StagedWrites.DELETED).isEmpty();
  }
}
