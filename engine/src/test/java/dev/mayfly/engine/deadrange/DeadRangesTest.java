package dev.mayfly.engine.deadrange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Table;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which ranges are worth remembering. */
class DeadRangesTest {
  private static final ReadPoint POINT = new ReadPoint(0, 0, 0, 0);
  private static final int LIVING = 20;
  private static final int CONTAINER = 1;

  private static byte[] key(int number) {
    return ByteBuffer.allocate(8).putInt(CONTAINER).putInt(number).array();
  }

  /** Adds the n-th range with that many dead rows and twenty living ones. */
  private static void add(DeadRanges ranges, Table table, int n, int dead, long lsn) {
    List<LivingRow> living = new ArrayList<>();
    for (int i = 0; i < LIVING; i++) {
      living.add(new LivingRow(key(n * 1000 + i), lsn == 0 ? null : new byte[1], lsn));
    }
    ranges.add(table, key(n * 1000), key(n * 1000 + LIVING), living, dead, POINT);
  }

  @Test
  void rowsThatTheStorageKeepsAreLookedUp() {
    DeadRanges ranges = new DeadRanges(16, 2 * LIVING);
    add(ranges, Table.ITEMS, 1, LIVING, LivingRow.UNKNOWN);
    add(ranges, Table.ITEMS, 2, LIVING, LivingRow.UNKNOWN);
    assertThat(ranges.count()).isEqualTo(2);
  }

  @Test
  void moreOfThemAreLookedUpOnlyIfThatSavesManySteps() {
    DeadRanges ranges = new DeadRanges(16, 2 * LIVING - 1);
    add(ranges, Table.ITEMS, 1, LIVING, LivingRow.UNKNOWN);
    add(ranges, Table.ITEMS, 2, LIVING, LivingRow.UNKNOWN);
    assertThat(ranges.count()).isEqualTo(1);
    add(ranges, Table.ITEMS, 3, 8 * LIVING - 1, LivingRow.UNKNOWN);
    assertThat(ranges.count()).isEqualTo(1);
    add(ranges, Table.ITEMS, 4, 8 * LIVING, LivingRow.UNKNOWN);
    assertThat(ranges.count()).isEqualTo(2);
    ranges.forget(CONTAINER);
    assertThat(ranges.count()).isZero();
    add(ranges, Table.ITEMS, 5, LIVING, LivingRow.UNKNOWN);
    assertThat(ranges.count()).as("what was forgotten makes room").isEqualTo(1);
  }

  @Test
  void rowsOfIndexesAreRememberedWithTheirValues() {
    DeadRanges ranges = new DeadRanges(16, 0);
    add(ranges, Table.INDEX, 1, LIVING, 7);
    assertThat(ranges.count()).isEqualTo(1);
    add(ranges, Table.ITEMS, 1, LIVING, LivingRow.UNKNOWN);
    assertThat(ranges.count()).isEqualTo(1);
  }
}
