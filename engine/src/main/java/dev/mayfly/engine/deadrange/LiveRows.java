package dev.mayfly.engine.deadrange;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A walk over rows that reads only the living rows of known dead ranges. Its user says of each row
 * whether its item is visible, and so finds further ranges. Rows are judged either each before the
 * next one is read, by {@link #dead()} and {@link #living()}, or later but in their order, by
 * {@link #deadBehind} and {@link #livingBehind}. Not thread safe; must be closed.
 *
 * <p>Keys are read only where they are needed: around dead rows, and while a known range is ahead.
 */
public final class LiveRows implements AutoCloseable {
  /** So many living rows of a range are looked up at once, unless they are large. */
  private static final int FETCHED_MAX = 16;

  private static final int FETCHED_BYTES_MAX = 64 << 10;

  private final RowCursor rows;
  private final LiveView view;
  private final DeadRanges ranges;
  private final Table table;
  private final byte[] from;
  private final byte[] to;
  private final boolean down;
  private final boolean behind;
  private final RangeFinder finder;

  /** The next known range; null if there is none. */
  private DeadRange ahead;

  /** The known range that the walk is in, and its living row that comes next. */
  private DeadRange inside;

  private int insideNext;

  /** Rows of the range that were looked up together, and which of them comes next. */
  private List<byte[]> fetched = List.of();

  private int fetchedNext;
  private int fetchedMost = 1;

  /** The current row if it is one of a known range. */
  private LivingRow remembered;

  private byte[] rememberedValue;

  /**
   * The last row that was judged, or the bound up to which all is; both null if the cursor knows.
   */
  private byte[] lastKey;

  private byte[] lastBound;
  private boolean judged = true;
  private boolean atEnd;

  /**
   * @param ranges null to pass every row
   * @param behind whether rows are judged later than they are read
   */
  LiveRows(
      RowCursor rows,
      LiveView view,
      DeadRanges ranges,
      Table table,
      byte[] from,
      byte[] to,
      boolean down,
      boolean behind) {
    this.rows = rows;
    this.view = view;
    this.ranges = ranges;
    this.table = table;
    this.from = from;
    this.to = to;
    this.down = down;
    this.behind = behind;
    this.lastBound = down ? to : from;
    if (ranges == null) {
      finder = null;
    } else {
      finder = new RangeFinder(ranges, view.point(), table, down, lastBound);
      search(lastBound);
      if (ahead != null && reaches(lastBound)) {
        enter(lastBound);
      }
    }
  }

  /** Moves to the next row; false when there is none. */
  public boolean next() {
    if (inside == null || !nextInside()) {
      remembered = null;
      judged = false;
      atEnd = !rows.next();
    }
    return !atEnd;
  }

  /** As {@link #next}, and never to a row that is dead in a known range. */
  public boolean nextOutside() {
    while (next()) {
      if (remembered != null || ahead == null) {
        return true;
      }
      byte[] key = rows.key();
      if (!isEntering(key)) {
        return true;
      }
      // The row itself may be one of the living.
      enter(down ? Bytes.next(key) : key);
    }
    return false;
  }

  /**
   * As {@link RowCursor#nextInto}, but a row of a known range is not copied: see {@link
   * #isRemembered}.
   */
  public int nextInto(byte[] target) {
    if (inside != null && nextInside()) {
      return rememberedValue.length;
    }
    remembered = null;
    judged = false;
    int length = rows.nextInto(target);
    atEnd = length == RowCursor.NO_ROW;
    return length;
  }

  /** Whether the current row is from a known range and not from the walk. */
  public boolean isRemembered() {
    return remembered != null;
  }

  /** The current row is there only if its item has this LSN; 0 if it is there for certain. */
  public long expectedLsn() {
    return remembered == null ? LivingRow.UNKNOWN : remembered.lsn();
  }

  public byte[] key() {
    return remembered == null ? rows.key() : remembered.key();
  }

  public byte[] value() {
    return remembered == null ? rows.value() : rememberedValue;
  }

  /** The current row is of no visible item; a known range that it is in is entered. */
  public void dead() {
    judged = true;
    if (ranges == null) {
      return;
    }
    boolean quick =
        finder.isOpen() && ahead == null && remembered == null && !DeadRanges.isAppended(table);
    byte[] key = quick ? null : key();
    lastKey = key;
    lastBound = null;
    if (remembered == null && ahead != null && isEntering(key)) {
      enter(down ? key : Bytes.next(key));
    } else {
      finder.dead(key, 1);
    }
  }

  /**
   * The current row and all that follow before a key, about so many, are of no visible items. For
   * ascending walks.
   */
  public void deadUntil(byte[] bound, long count) {
    judged = true;
    if (ranges != null) {
      finder.dead(key(), count);
      lastBound = bound;
      inside = null;
      search(bound);
    }
    rows.skipTo(bound);
  }

  /**
   * Makes {@link #nextOutside} move to the first row at or after a key. For ascending walks that
   * judge no row.
   */
  public void skipTo(byte[] bound) {
    rows.skipTo(bound);
    if (ranges != null) {
      inside = null;
      search(bound);
      if (ahead != null && reaches(bound)) {
        enter(bound);
      }
    }
  }

  /** The current row is of a visible item, or of one that was not judged. */
  public void living() {
    if (ranges == null || !finder.isOpen() && remembered == null) {
      judged = true;
      if (finder != null) {
        finder.unknown();
      }
    } else {
      living(key(), null, LivingRow.UNKNOWN);
    }
  }

  /**
   * As {@link #living()}, of a row whose key is known; a range that begins there is entered.
   *
   * @param value what the row is as long as its item has that LSN; null if it has to be looked up
   */
  public void living(byte[] key, byte[] value, long lsn) {
    judged = true;
    if (ranges == null) {
      return;
    }
    livingBehind(key, value, lsn, remembered != null);
    if (remembered == null && ahead != null) {
      if (isPassed(key)) {
        search(key);
      }
      if (ahead != null && beginsAfter(key)) {
        enter(down ? key : ahead.from());
      }
    }
  }

  /** A row that was read before is of no visible item. */
  public void deadBehind(byte[] key) {
    if (ranges != null) {
      finder.dead(key, 1);
      lastKey = key;
      lastBound = null;
    }
  }

  /**
   * A row that was read before is of a visible item, or of one that was not judged.
   *
   * @param value as in {@link #living(byte[], byte[], long)}
   * @param wasRemembered what {@link #isRemembered} said when it was read
   */
  public void livingBehind(byte[] key, byte[] value, long lsn, boolean wasRemembered) {
    if (ranges != null) {
      finder.living(new LivingRow(key, value, lsn), wasRemembered);
      lastKey = key;
      lastBound = null;
    }
  }

  /** Moves to the next living row of the range; leaves it and returns false if there is none. */
  private boolean nextInside() {
    while (inside != null) {
      LivingRow next = nextOfRange();
      if (next == null) {
        leave();
        continue;
      }
      byte[] value = next.lsn() == LivingRow.UNKNOWN ? fetched() : next.value();
      if (value != null) {
        remembered = next;
        rememberedValue = value;
        judged = false;
        return true;
      }
    }
    return false;
  }

  /** The row that {@link #nextOfRange} has returned, and that has to be looked up. */
  private byte[] fetched() {
    if (fetchedNext == fetched.size()) {
      fetch();
    }
    return fetched.get(fetchedNext++);
  }

  /** Reads rows ahead: one at first, since many reads need a single row, then more each time. */
  private void fetch() {
    List<byte[]> keys = new ArrayList<>(fetchedMost);
    List<LivingRow> living = inside.living();
    int step = down ? -1 : 1;
    for (int i = insideNext - step;
        i >= 0 && i < living.size() && keys.size() < fetchedMost;
        i += step) {
      if (living.get(i).lsn() == LivingRow.UNKNOWN) {
        keys.add(living.get(i).key());
      }
    }
    fetched = view.rows().getAllOften(table, keys);
    fetchedNext = 0;
    long bytes = 0;
    for (byte[] row : fetched) {
      bytes += row == null ? 0 : row.length;
    }
    fetchedMost = bytes > FETCHED_BYTES_MAX ? 1 : Math.min(2 * fetchedMost, FETCHED_MAX);
  }

  private LivingRow nextOfRange() {
    if (insideNext < 0 || insideNext >= inside.living().size()) {
      return null;
    }
    LivingRow row = inside.living().get(insideNext);
    boolean past =
        down
            ? Arrays.compareUnsigned(row.key(), from) < 0
            : Arrays.compareUnsigned(row.key(), to) >= 0;
    insideNext += down ? -1 : 1;
    return past ? null : row;
  }

  /**
   * Enters the range ahead.
   *
   * @param position ascending: its rows from there on come next; descending: those below it
   */
  private void enter(byte[] position) {
    inside = ahead;
    fetched = List.of();
    fetchedNext = 0;
    insideNext = inside.livingBelow(position) - (down ? 1 : 0);
    if (!behind) {
      finder.known(down ? inside.to() : inside.from(), inside);
    }
  }

  private void leave() {
    byte[] end = down ? inside.from() : inside.to();
    inside = null;
    rows.skipTo(end);
    if (!behind) {
      lastBound = end;
    }
    search(end);
    if (ahead != null && reaches(end)) {
      enter(end);
    }
  }

  private void search(byte[] position) {
    ahead = ranges.ahead(table, position, down, view.point());
  }

  /** Whether the range ahead has all keys from a position in the direction of the walk. */
  private boolean reaches(byte[] position) {
    return down
        ? Arrays.compareUnsigned(ahead.to(), position) >= 0
        : Arrays.compareUnsigned(ahead.from(), position) <= 0;
  }

  /** The same for the position after a row, without computing it. */
  private boolean beginsAfter(byte[] key) {
    if (down) {
      return Arrays.compareUnsigned(ahead.to(), key) >= 0;
    }
    byte[] first = ahead.from();
    return first.length == key.length + 1
        && first[key.length] == 0
        && Arrays.equals(first, 0, key.length, key, 0, key.length);
  }

  /** Whether a key is in the range ahead, which is the next one from there on. */
  private boolean isEntering(byte[] key) {
    while (ahead != null && isPassed(key)) {
      search(key);
    }
    return ahead != null && ahead.contains(key);
  }

  private boolean isPassed(byte[] key) {
    return down
        ? Arrays.compareUnsigned(key, ahead.from()) < 0
        : Arrays.compareUnsigned(key, ahead.to()) >= 0;
  }

  @Override
  public void close() {
    try {
      if (finder != null && finder.hasFound()) {
        finder.end(end());
      }
    } finally {
      rows.close();
    }
  }

  /** The bound up to which all rows were judged. */
  private byte[] end() {
    if (atEnd && !behind && !DeadRanges.isAppended(table)) {
      return down ? from : to;
    }
    if (lastBound != null) {
      return lastBound;
    }
    if (lastKey != null) {
      return down ? lastKey : Bytes.next(lastKey);
    }
    // A dead row whose key was not read: the cursor stands on it, or on the row after it.
    byte[] current = rows.key();
    return down == judged ? current : Bytes.next(current);
  }
}
