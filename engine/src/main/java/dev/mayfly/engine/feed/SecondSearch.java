package dev.mayfly.engine.feed;

import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Finds a second among rows that stand in the order of their LSNs. Seconds never fall as LSNs rise,
 * so halving finds the place without reading the rows.
 *
 * @param key of an LSN
 * @param end the first key after the rows
 * @param lsn of a key
 * @param second of a value
 */
record SecondSearch(
    ReadView view,
    Table table,
    LongFunction<byte[]> key,
    byte[] end,
    ToLongFunction<byte[]> lsn,
    ToLongFunction<byte[]> second) {

  /** The LSN of the first row after one of them that is of that second or later; never above. */
  long firstAt(long wanted, long afterLsn, long above) {
    long before = afterLsn;
    long notBefore = above;
    while (before + 1 < notBefore) {
      long middle = before + (notBefore - before) / 2;
      try (RowCursor rows = from(middle)) {
        if (rows.next() && second.applyAsLong(rows.value()) < wanted) {
          before = lsn.applyAsLong(rows.key());
        } else {
          notBefore = middle;
        }
      }
    }
    try (RowCursor rows = from(before + 1)) {
      return rows.next() ? Math.min(above, lsn.applyAsLong(rows.key())) : above;
    }
  }

  private RowCursor from(long atLsn) {
    return view.cursor(table, key.apply(atLsn), end);
  }
}
