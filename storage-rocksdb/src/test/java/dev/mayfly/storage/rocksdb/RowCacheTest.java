package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Table;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class RowCacheTest {
  private static final byte[] KEY = bytes("key");
  private static final byte[] OLD = bytes("old");
  private static final byte[] NEW = bytes("new");

  private final RowCache cache = new RowCache(Table.ITEMS, 1 << 20);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int hash(byte[] key) {
    return KeyHash.of(Table.ITEMS, key);
  }

  private byte[] find(byte[] key, long snapshot) {
    return cache.find(key, hash(key), snapshot);
  }

  /** As of one who has missed it twice. */
  private void bring(byte[] key, byte[] value, long snapshot) {
    cache.offer(key, hash(key), value, snapshot, false);
    cache.offer(key, hash(key), value, snapshot, false);
  }

  private void commit(byte[] key) {
    cache.beginCommit();
    cache.change(key, hash(key));
    cache.endCommit();
  }

  @Test
  void aRowComesInWhereThereIsRoom() {
    cache.offer(KEY, hash(KEY), OLD, 0, false);
    assertThat(find(KEY, 0)).isSameAs(OLD);
    assertThat(find(bytes("other"), 0)).isNull();
  }

  @Test
  void whereThereIsNoneARowComesInWhenItIsMissedTwice() {
    byte[] row = new byte[600];
    for (int i = 0; i < 20_000; i++) {
      bring(bytes("key" + i), row, 0);
    }
    cache.offer(KEY, hash(KEY), OLD, 0, false);
    assertThat(find(KEY, 0)).isNull();
    cache.offer(KEY, hash(KEY), OLD, 0, false);
    assertThat(find(KEY, 0)).isSameAs(OLD);
  }

  @Test
  void aRowThatIsReadOftenComesInAtOnceForOneThatIsNotUsed() {
    byte[] row = new byte[600];
    for (int i = 0; i < 20_000; i++) {
      bring(bytes("key" + i), row, 0);
    }
    cache.offer(KEY, hash(KEY), OLD, 0, true);
    assertThat(find(KEY, 0)).isSameAs(OLD);
    int here = 0;
    for (int i = 0; i < 20_000; i++) {
      here += find(bytes("key" + i), 0) == null ? 0 : 1;
    }
    // Now all are used: another one has to be missed twice.
    byte[] other = bytes("other");
    cache.offer(other, hash(other), OLD, 0, true);
    assertThat(find(other, 0)).isNull();
    assertThat(here).isGreaterThan(1000);
  }

  @Test
  void aRowThatIsChangedLeavesBeforeItIsWritten() {
    bring(KEY, OLD, 0);
    cache.beginCommit();
    cache.change(KEY, hash(KEY));
    assertThat(cache.findLast(KEY, hash(KEY))).isNull();
    bring(KEY, OLD, cache.committed());
    assertThat(cache.findLast(KEY, hash(KEY))).isNull();
    cache.endCommit();
    assertThat(cache.findLast(KEY, hash(KEY))).isNull();
  }

  @Test
  void whatAnOldSnapshotHasDoesNotComeIn() {
    long before = cache.committed();
    commit(KEY);
    bring(KEY, OLD, before);
    assertThat(cache.findLast(KEY, hash(KEY))).isNull();
    bring(KEY, NEW, cache.committed());
    assertThat(find(KEY, cache.committed())).isSameAs(NEW);
  }

  @Test
  void anOldSnapshotDoesNotGetWhatIsNewer() {
    long before = cache.committed();
    commit(KEY);
    bring(KEY, NEW, cache.committed());
    assertThat(find(KEY, before)).isNull();
  }

  @Test
  void whenAnyRowMayHaveChangedAllLeave() {
    for (int i = 0; i < 500; i++) {
      bring(bytes("key" + i), OLD, 0);
    }
    long before = cache.committed();
    cache.beginCommit();
    cache.changeAll();
    cache.endCommit();
    for (int i = 0; i < 500; i++) {
      byte[] key = bytes("key" + i);
      assertThat(cache.findLast(key, hash(key))).isNull();
      bring(key, OLD, before);
      assertThat(cache.findLast(key, hash(key))).isNull();
      bring(key, NEW, cache.committed());
      assertThat(find(key, cache.committed())).isSameAs(NEW);
    }
  }

  @Test
  void rowsTakeNoMoreThanTheirShare() {
    byte[] large = new byte[8 << 10];
    int here = 0;
    for (int i = 0; i < 2_000; i++) {
      bring(bytes("key" + i), large, 0);
    }
    for (int i = 0; i < 2_000; i++) {
      here += find(bytes("key" + i), 0) == null ? 0 : 1;
    }
    assertThat(here).isBetween(64, 128);
    bring(KEY, new byte[1 << 20], 0);
    assertThat(find(KEY, 0)).isNull();
  }

  @Test
  void aRowThatIsUsedStaysWhenOthersCome() {
    bring(KEY, OLD, 0);
    byte[] row = new byte[600];
    int lost = 0;
    for (int i = 0; i < 20_000; i++) {
      bring(bytes("key" + i), row, 0);
      if (find(KEY, 0) == null) {
        lost++;
        bring(KEY, OLD, 0);
      }
    }
    assertThat(lost).isLessThan(5);
  }
}
