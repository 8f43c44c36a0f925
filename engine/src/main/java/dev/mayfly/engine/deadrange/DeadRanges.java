package dev.mayfly.engine.deadrange;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The dead ranges that readers have found, of all containers. An expired item stays expired (B5),
 * so a range holds for ever, but for the rows that are written into it: each is added to those that
 * may be of visible items, before it can be visible itself.
 *
 * <p>A reader offers what it has passed. Rows that were written after its view was taken are not in
 * that view, so the last written keys are kept, and those in its range are added to it. Rows of the
 * feed are only ever written after all others: a range ends before them.
 *
 * <p>Thread safe. Nothing is stored: after a restart the ranges are found again.
 */
public final class DeadRanges {
  /** Fewer dead rows in a row are stepped over faster than they are looked up and skipped. */
  public static final int ROWS_MIN_DEFAULT = 16;

  /** For all ranges of the store. */
  static final long HELD_BYTES_MAX = 16L << 20;

  /** So many written keys are kept; a reader that has run for longer than that records nothing. */
  static final int RECENT_KEYS = 4096;

  /** A range has about so many rows that may be of visible items. */
  static final int LIVING_MAX = 256;

  /** So many ranges that hold for later readers only are passed in search of another. */
  private static final int SEARCH_MAX = 8;

  /**
   * To look a row up that the storage does not keep takes as long as to step over so many: a range
   * with fewer dead rows for each one that is looked up is worth nothing then.
   */
  private static final int STEPS_PER_LOOK_UP = 8;

  /** When there is no room, a range displaces those that have this many times fewer rows. */
  private static final int DISPLACE_FACTOR = 4;

  private final Map<Table, NavigableMap<byte[], DeadRange>> ranges = new EnumMap<>(Table.class);
  private final Table[] recentTables = new Table[RECENT_KEYS];
  private final byte[][] recentKeys = new byte[RECENT_KEYS][];
  private final int rowsMin;
  private final long keptRows;
  private volatile long written;
  private volatile long committed;

  /** Changed while this is locked. */
  private volatile int count;

  /** Whether a reader is adding a range: it has this locked. */
  private volatile boolean adding;

  private long heldBytes;
  private long lookedUp;
  private long rowsHeldMin = Long.MAX_VALUE;

  /**
   * @param rowsMin fewer dead rows in a row are no range
   * @param keptRows about so many rows are looked up as fast as a walk reads them
   */
  public DeadRanges(int rowsMin, long keptRows) {
    this.rowsMin = rowsMin;
    this.keptRows = keptRows;
    for (Table table : new Table[] {Table.ITEMS, Table.INDEX, Table.UNIQUE, Table.FEED}) {
      ranges.put(table, new TreeMap<>(Arrays::compareUnsigned));
    }
  }

  /**
   * A view of all rows as last committed, for a reader of one container.
   *
   * @param second at which it judges items
   * @param version of the container's snapshot by which it judges
   */
  public LiveView open(Storage storage, long second, long version) {
    long before = committed;
    ReadView view = storage.snapshot();
    return new LiveView(view, this, new ReadPoint(second, version, before, written));
  }

  /** A group of writes begins: what it deletes counts as written too. */
  public void groupBegins() {
    note(null, null);
    if (adding) {
      synchronized (this) {
        // The reader has read the keys that it needs before they are overwritten.
        assert !adding;
      }
    }
  }

  /** Whether rows are only written after all others, so that what was passed stays as it is. */
  static boolean isAppended(Table table) {
    return table == Table.FEED;
  }

  /**
   * A row is about to be written. Called before it is committed, in commit order, by one thread at
   * a time. It locks nothing while there are no ranges: the key is noted first, so either a reader
   * that adds a range finds it, or it is seen here that the reader does.
   */
  public void writes(Table table, byte[] key) {
    if (table != Table.ITEMS && table != Table.INDEX && table != Table.UNIQUE) {
      return;
    }
    note(table, key);
    if (adding || count > 0) {
      synchronized (this) {
        insert(table, key);
      }
    }
  }

  private void note(Table table, byte[] key) {
    int at = (int) (written % RECENT_KEYS);
    recentTables[at] = table;
    recentKeys[at] = key;
    written = written + 1;
  }

  /** All that was written is committed, or never will be. */
  public void groupEnds() {
    committed = written;
  }

  private void insert(Table table, byte[] key) {
    NavigableMap<byte[], DeadRange> map = ranges.get(table);
    DeadRange range = value(map.floorEntry(key));
    if (range == null || !range.contains(key)) {
      return;
    }
    DeadRange more = range.with(key);
    if (more != range) {
      remove(map, range);
      if (more.living().size() <= 2 * LIVING_MAX) {
        put(map, more);
      } else {
        byte[] middle = more.living().get(LIVING_MAX).key();
        put(map, more.part(more.from(), middle));
        put(map, more.part(middle, more.to()));
      }
    }
  }

  /** The container has no dead items any more, or is gone. */
  public void forget(int container) {
    if (count == 0) {
      return;
    }
    byte[] prefix = Bytes.ofInt(container);
    synchronized (this) {
      for (NavigableMap<byte[], DeadRange> map : ranges.values()) {
        NavigableMap<byte[], DeadRange> own = map.subMap(prefix, true, Bytes.after(prefix), false);
        own.values().forEach(this::released);
        own.clear();
      }
    }
  }

  /**
   * Adds keys between which a reader has found dead rows.
   *
   * @param living the other rows that it has found there, ascending
   * @param rows how many are dead
   */
  void add(
      Table table, byte[] from, byte[] to, List<LivingRow> living, long rows, ReadPoint point) {
    DeadRange range = new DeadRange(from, to, List.copyOf(living), rows, point);
    if (range.isEmpty()) {
      return;
    }
    synchronized (this) {
      adding = true;
      try {
        add(table, range, point);
      } finally {
        adding = false;
      }
    }
  }

  private void add(Table table, DeadRange found, ReadPoint point) {
    // From here on at most one more key is noted before the writer waits: it overwrites none of
    // these.
    long last = written;
    if (last - point.committedBefore() >= RECENT_KEYS) {
      return;
    }
    DeadRange range = found;
    for (long i = point.committedBefore(); i < last; i++) {
      int at = (int) (i % RECENT_KEYS);
      if (recentTables[at] == table && range.contains(recentKeys[at])) {
        range = range.with(recentKeys[at]);
      }
    }
    NavigableMap<byte[], DeadRange> map = ranges.get(table);
    byte[] from = range.from();
    byte[] to = range.to();
    cut(map, from, to);
    DeadRange before = value(map.lowerEntry(from));
    if (before != null && Arrays.equals(before.to(), from) && mayJoin(before, range)) {
      remove(map, before);
      range = before.joined(range);
    }
    DeadRange after = map.get(to);
    if (after != null && mayJoin(range, after)) {
      remove(map, after);
      range = range.joined(after);
    }
    put(map, range);
  }

  private static boolean mayJoin(DeadRange one, DeadRange next) {
    return one.living().size() + next.living().size() <= LIVING_MAX;
  }

  /** Removes what is held about those keys, which a newer range covers. */
  private void cut(NavigableMap<byte[], DeadRange> map, byte[] from, byte[] to) {
    DeadRange before = value(map.lowerEntry(from));
    if (before != null && Arrays.compareUnsigned(before.to(), from) > 0) {
      remove(map, before);
      put(map, before.part(before.from(), from));
      put(map, before.part(to, before.to()));
    }
    DeadRange next = value(map.ceilingEntry(from));
    while (next != null && Arrays.compareUnsigned(next.from(), to) < 0) {
      remove(map, next);
      put(map, next.part(to, next.to()));
      next = value(map.higherEntry(next.from()));
    }
  }

  private void put(NavigableMap<byte[], DeadRange> map, DeadRange range) {
    if (range.rows() >= rowsMin && !range.isEmpty() && isQuick(range) && hasRoom(range)) {
      map.put(range.from(), range);
      heldBytes += range.heldBytes();
      lookedUp += range.lookedUp();
      rowsHeldMin = Math.min(rowsHeldMin, range.rows());
      count = count + 1;
    }
  }

  /** Whether to look its rows up is faster than to step over all that are there. */
  private boolean isQuick(DeadRange range) {
    return lookedUp + range.lookedUp() <= keptRows
        || range.lookedUp() <= range.rows() / STEPS_PER_LOOK_UP;
  }

  private boolean hasRoom(DeadRange range) {
    long least = range.rows() / DISPLACE_FACTOR;
    if (heldBytes + range.heldBytes() > HELD_BYTES_MAX && rowsHeldMin < least) {
      for (NavigableMap<byte[], DeadRange> map : ranges.values()) {
        map.values()
            .removeIf(
                held -> {
                  boolean displaced = held.rows() < least;
                  if (displaced) {
                    released(held);
                  }
                  return displaced;
                });
      }
      rowsHeldMin = least;
    }
    return heldBytes + range.heldBytes() <= HELD_BYTES_MAX;
  }

  private void remove(NavigableMap<byte[], DeadRange> map, DeadRange range) {
    map.remove(range.from());
    released(range);
  }

  private void released(DeadRange range) {
    heldBytes -= range.heldBytes();
    lookedUp -= range.lookedUp();
    count = count - 1;
    rowsHeldMin = count == 0 ? Long.MAX_VALUE : rowsHeldMin;
  }

  /**
   * The next range in the direction of a walk that holds for a reader; null if there is none.
   *
   * @param position ascending: no key below it matters; descending: only keys below it do
   */
  DeadRange ahead(Table table, byte[] position, boolean down, ReadPoint point) {
    if (count == 0) {
      return null;
    }
    synchronized (this) {
      NavigableMap<byte[], DeadRange> map = ranges.get(table);
      DeadRange found = first(map, position, down);
      for (int i = 0; found != null && !found.holdsFor(point); i++) {
        found =
            i == SEARCH_MAX
                ? null
                : value(down ? map.lowerEntry(found.from()) : map.higherEntry(found.from()));
      }
      return found;
    }
  }

  private static DeadRange first(
      NavigableMap<byte[], DeadRange> map, byte[] position, boolean down) {
    if (down) {
      return value(map.lowerEntry(position));
    }
    DeadRange at = value(map.floorEntry(position));
    return at != null && at.contains(position) ? at : value(map.higherEntry(position));
  }

  private static DeadRange value(Map.Entry<byte[], DeadRange> entry) {
    return entry == null ? null : entry.getValue();
  }

  int rowsMin() {
    return rowsMin;
  }

  /** How many ranges are held. */
  public int count() {
    return count;
  }

  synchronized long heldBytes() {
    return heldBytes;
  }
}
