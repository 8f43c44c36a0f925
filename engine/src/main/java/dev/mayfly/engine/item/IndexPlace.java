package dev.mayfly.engine.item;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Where a reading through an index goes on, in few bytes: the number of the index and the row that
 * was read last. As in {@link ScanPlace}, of a long row only the beginning and a hash are kept.
 */
final class IndexPlace {
  private static final int PLAIN_BYTES_MAX = 480;
  private static final int HASH_BYTES = 16;
  private static final int ROW_AT = 4;

  private IndexPlace() {}

  /** The place after a row, which stands after a prefix of that length. */
  static byte[] after(int index, byte[] row, int prefixLength) {
    byte[] rest = Bytes.tail(row, prefixLength);
    byte[] kept =
        rest.length <= PLAIN_BYTES_MAX
            ? rest
            : Bytes.concat(Arrays.copyOf(rest, PLAIN_BYTES_MAX), hash(rest));
    return Bytes.concat(Bytes.ofInt(index), kept);
  }

  /** The number of the index of a place. */
  static int index(byte[] place) {
    if (place.length <= ROW_AT) {
      throw new EngineException(ErrorCode.BAD_CONTINUATION, "The continuation is damaged.");
    }
    return Bytes.getInt(place, 0);
  }

  /** Whether a place holds the whole row. */
  static boolean isWhole(byte[] place) {
    return place.length - ROW_AT <= PLAIN_BYTES_MAX;
  }

  /** The row of a place after a prefix, as far as the place holds it. */
  static byte[] row(byte[] prefix, byte[] place) {
    int length = Math.min(place.length - ROW_AT, PLAIN_BYTES_MAX);
    return Bytes.concat(prefix, Arrays.copyOfRange(place, ROW_AT, ROW_AT + length));
  }

  /** Whether a long place is that of a row. */
  static boolean isOf(byte[] place, byte[] row, int prefixLength) {
    return Arrays.equals(after(index(place), row, prefixLength), place);
  }

  /**
   * The bound from which the reading goes on: the first row to look at, or, backwards, the row
   * before which to begin. If a long row is gone, those that begin alike are told again.
   */
  static byte[] bound(ReadView view, Table table, byte[] prefix, byte[] place, boolean backwards) {
    byte[] kept = Bytes.tail(place, ROW_AT);
    if (kept.length <= PLAIN_BYTES_MAX) {
      byte[] row = Bytes.concat(prefix, kept);
      return backwards ? row : Bytes.next(row);
    }
    byte[] from = Bytes.concat(prefix, Arrays.copyOf(kept, PLAIN_BYTES_MAX));
    byte[] to = Bytes.after(from);
    byte[] hash = Bytes.tail(kept, PLAIN_BYTES_MAX);
    try (RowCursor rows = view.cursor(table, from, to)) {
      while (rows.next()) {
        byte[] row = rows.key();
        if (Arrays.equals(hash(Bytes.tail(row, prefix.length)), hash)) {
          return backwards ? row : Bytes.next(row);
        }
      }
    }
    return backwards ? to : from;
  }

  private static byte[] hash(byte[] row) {
    try {
      return Arrays.copyOf(MessageDigest.getInstance("SHA-256").digest(row), HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
