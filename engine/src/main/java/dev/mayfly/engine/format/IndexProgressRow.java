package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexProgress;

/** The value of the META row that says how far an index is built. */
public final class IndexProgressRow {
  private static final int READY_FLAG = 1;
  private static final int MULTIKEY_FLAG = 1 << 1;
  private static final int CUT_FLAG = 1 << 2;
  private static final int BUILT_TO = 9;

  private IndexProgressRow() {}

  public static byte[] encode(IndexProgress progress) {
    byte[] builtTo = progress.builtTo();
    byte[] row = new byte[BUILT_TO + builtTo.length];
    row[0] =
        (byte)
            ((progress.ready() ? READY_FLAG : 0)
                | (progress.multikey() ? MULTIKEY_FLAG : 0)
                | (progress.cut() ? CUT_FLAG : 0));
    Bytes.putLong(row, 1, progress.seenItems());
    System.arraycopy(builtTo, 0, row, BUILT_TO, builtTo.length);
    return row;
  }

  /** Takes a row apart; one that is missing is as damaged as one that is wrong. */
  public static IndexProgress decode(byte[] row) {
    if (row == null || row.length < BUILT_TO || (row[0] & ~7) != 0) {
      throw new EngineException(
          ErrorCode.CORRUPTED, "The row of an index does not hold what it must.");
    }
    return new IndexProgress(
        (row[0] & READY_FLAG) != 0,
        (row[0] & MULTIKEY_FLAG) != 0,
        (row[0] & CUT_FLAG) != 0,
        Bytes.getLong(row, 1),
        Bytes.tail(row, BUILT_TO));
  }
}
