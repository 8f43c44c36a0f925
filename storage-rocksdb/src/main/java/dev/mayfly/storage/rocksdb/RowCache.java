package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Rows of one table that were looked up more than once lately: they are found without a search in
 * RocksDB and without a copy. A reader gets only what his snapshot has.
 *
 * <p>Commits have numbers. Before one is written, each row that it changes leaves, and the row's
 * set is marked with the number. A row is let in only by a reader whose snapshot has all commits
 * that its set is marked with. So a row that is here is the last one committed, and the right one
 * for every snapshot that has all commits which the snapshot of its bringer had for sure.
 *
 * <p>Each key has its set of a few places. Where there is no room, a row comes in when its key is
 * missed twice without another one of its set between: rows that are looked up once drive nothing
 * out. Thread safe, but commits are begun and ended by one thread at a time.
 */
final class RowCache {
  private static final int PLACES_OF_SET = 4;
  private static final int LOCKS = 256;

  /** As many places as there would be such rows. */
  private static final int USUAL_ROW_BYTES = 1 << 10;

  /** Larger rows take long to read and to send anyway. */
  private static final int ROW_BYTES_MAX = 16 << 10;

  /** The objects around the bytes. */
  private static final int OVERHEAD_BYTES = 96;

  private final Table table;
  private final long bytesMax;
  private final AtomicReferenceArray<Row> places;
  private final int sets;
  private final Object[] locks = new Object[LOCKS];

  /** The last commit that changes a row of a set; guarded by the set's lock. */
  private final long[] changedBy;

  /** The hash of the key that was missed last in a set; what two threads note may be lost. */
  private final int[] missed;

  private final AtomicLong bytes = new AtomicLong();
  private volatile long allChangedBy;
  private volatile long committed;
  private long current;

  private static final class Row {
    final byte[] key;
    final int hash;
    final byte[] value;
    final long since;

    /** Looked up since a place was last needed; not exact among threads. */
    boolean used;

    Row(byte[] key, int hash, byte[] value, long since) {
      this.key = key;
      this.hash = hash;
      this.value = value;
      this.since = since;
    }

    boolean is(byte[] other, int otherHash) {
      return hash == otherHash && Arrays.equals(key, other);
    }

    int sizeBytes() {
      return key.length + value.length + OVERHEAD_BYTES;
    }
  }

  RowCache(Table table, long bytesMax) {
    this.table = table;
    this.bytesMax = bytesMax;
    long wanted = Math.max(LOCKS, Math.min(1 << 24, bytesMax / USUAL_ROW_BYTES / PLACES_OF_SET));
    this.sets = Integer.highestOneBit((int) (2 * wanted - 1));
    this.places = new AtomicReferenceArray<>(sets * PLACES_OF_SET);
    this.changedBy = new long[sets];
    this.missed = new int[sets];
    Arrays.setAll(locks, i -> new Object());
  }

  /** How many rows of a usual size there is room for. */
  long usualRows() {
    return bytesMax / USUAL_ROW_BYTES;
  }

  /** Whether it is about the rows of a table. */
  boolean isOf(Table other) {
    return table == other;
  }

  /** The last commit that a snapshot has for sure which is taken after this is asked. */
  long committed() {
    return committed;
  }

  /**
   * The row, if it is here and a snapshot has it that has all commits up to a number; else null.
   *
   * @param hash of the key
   */
  byte[] find(byte[] key, int hash, long snapshot) {
    int first = set(hash) * PLACES_OF_SET;
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      Row row = places.get(place);
      if (row != null && row.is(key, hash)) {
        if (row.since > snapshot) {
          return null;
        }
        if (!row.used) {
          row.used = true;
        }
        return row.value;
      }
    }
    return null;
  }

  /**
   * The row that a snapshot has, from here or by a look-up; null if it has none.
   *
   * @param snapshot the last commit that it has for sure
   * @param lookUp in that snapshot
   */
  byte[] get(byte[] key, long snapshot, Supplier<byte[]> lookUp) {
    int hash = KeyHash.of(table, key);
    byte[] known = find(key, hash, snapshot);
    if (known != null) {
      return known;
    }
    byte[] row = lookUp.get();
    if (row != null) {
      offer(key, hash, row, snapshot, false);
    }
    return row;
  }

  /** The row as it is committed now, if it is here; else null. */
  byte[] findLast(byte[] key, int hash) {
    return find(key, hash, Long.MAX_VALUE);
  }

  /**
   * Brings a row that was not here.
   *
   * @param snapshot in which it was found: the last commit that it has for sure
   * @param often whether it will be looked up again for certain: it may then displace a row that
   *     was not, although it is missed for the first time
   */
  void offer(byte[] key, int hash, byte[] value, long snapshot, boolean often) {
    int set = set(hash);
    if (value.length > ROW_BYTES_MAX) {
      return;
    }
    Row row = new Row(key, hash, value, snapshot);
    if (missed[set] != hash && !hasRoom(row, free(set)) && !(often && hasUnused(set))) {
      missed[set] = hash;
      return;
    }
    synchronized (lock(set)) {
      if (changedBy[set] <= snapshot && allChangedBy <= snapshot) {
        put(set, row);
      }
    }
  }

  /** A place of a set that is free; negative if there is none. */
  private int free(int set) {
    int first = set * PLACES_OF_SET;
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      if (places.get(place) == null) {
        return place;
      }
    }
    return -1;
  }

  private boolean hasUnused(int set) {
    int first = set * PLACES_OF_SET;
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      Row row = places.get(place);
      if (row != null && !row.used) {
        return true;
      }
    }
    return false;
  }

  private void put(int set, Row row) {
    int first = set * PLACES_OF_SET;
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      Row other = places.get(place);
      if (other != null && other.is(row.key, row.hash)) {
        return;
      }
    }
    int free = free(set);
    for (int i = 0; i < PLACES_OF_SET && !hasRoom(row, free); i++) {
      free = evicted(first);
    }
    if (hasRoom(row, free)) {
      bytes.addAndGet(row.sizeBytes());
      places.set(free, row);
    }
  }

  private boolean hasRoom(Row row, int free) {
    return free >= 0 && bytes.get() + row.sizeBytes() <= bytesMax;
  }

  /** Makes a place of a set free: that of a row which was not used lately, if there is one. */
  private int evicted(int first) {
    int chosen = -1;
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      Row row = places.get(place);
      if (row != null && (chosen < 0 || !row.used)) {
        chosen = place;
      }
    }
    for (int place = first; place < first + PLACES_OF_SET; place++) {
      Row row = places.get(place);
      if (row != null) {
        row.used = false;
      }
    }
    if (chosen >= 0) {
      remove(chosen);
    }
    return chosen;
  }

  private void remove(int place) {
    bytes.addAndGet(-places.get(place).sizeBytes());
    places.set(place, null);
  }

  /** A commit begins: the rows it changes are reported next, and then it is written. */
  void beginCommit() {
    current++;
  }

  /** A row is changed by the commit. */
  void change(byte[] key, int hash) {
    int set = set(hash);
    int first = set * PLACES_OF_SET;
    synchronized (lock(set)) {
      changedBy[set] = current;
      for (int place = first; place < first + PLACES_OF_SET; place++) {
        Row row = places.get(place);
        if (row != null && row.is(key, hash)) {
          remove(place);
        }
      }
    }
  }

  /** It is unknown which rows the commit changes. */
  void changeAll() {
    allChangedBy = current;
    for (int set = 0; set < sets; set++) {
      synchronized (lock(set)) {
        for (int i = 0; i < PLACES_OF_SET; i++) {
          if (places.get(set * PLACES_OF_SET + i) != null) {
            remove(set * PLACES_OF_SET + i);
          }
        }
      }
    }
  }

  /** The commit is written, or has failed: from now on snapshots have what became of it. */
  void endCommit() {
    committed = current;
  }

  private int set(int hash) {
    return hash & (sets - 1);
  }

  private Object lock(int set) {
    return locks[set & (LOCKS - 1)];
  }
}
