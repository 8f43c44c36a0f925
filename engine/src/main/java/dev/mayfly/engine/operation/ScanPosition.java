package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.DueRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Where a scan resumes, in few bytes: clients carry continuations in headers, but the keys of items
 * may be long. A short key stands for itself. Of a long one the beginning, the LSN and a hash are
 * kept: the feed's row at that LSN has the whole. If the item was written since, it is searched
 * among those that begin alike. If it is gone, they are emitted again from the first: an item may
 * be seen twice then, but none is missed.
 */
final class ScanPosition {
  static final int PLAIN_BYTES_MAX = 480;
  private static final int HASH = PLAIN_BYTES_MAX + Long.BYTES;
  private static final int HASH_BYTES = 16;

  private ScanPosition() {}

  /** The place after an item. */
  static byte[] after(byte[] suffix, long lsn) {
    if (suffix.length <= PLAIN_BYTES_MAX) {
      return suffix;
    }
    byte[] place = Arrays.copyOf(suffix, HASH + HASH_BYTES);
    Bytes.putLong(place, PLAIN_BYTES_MAX, lsn);
    System.arraycopy(hash(suffix), 0, place, HASH, HASH_BYTES);
    return place;
  }

  /**
   * The bound from which a scan resumes at such a place: the first key to read, or, backwards, the
   * key before which to begin.
   */
  static byte[] bound(ReadView view, int container, byte[] place, boolean backwards) {
    if (place.length <= PLAIN_BYTES_MAX) {
      return beside(Keys.item(container, place), backwards);
    }
    if (place.length != HASH + HASH_BYTES) {
      throw new EngineException(ErrorCode.BAD_CONTINUATION, "The continuation is damaged.");
    }
    byte[] hash = Bytes.tail(place, HASH);
    byte[] suffix = suffixAt(view, container, Bytes.getLong(place, PLAIN_BYTES_MAX));
    if (suffix != null && Arrays.equals(hash(suffix), hash)) {
      return beside(Keys.item(container, suffix), backwards);
    }
    byte[] from = Keys.item(container, Arrays.copyOf(place, PLAIN_BYTES_MAX));
    byte[] to = Bytes.after(from);
    try (RowCursor rows = view.cursor(Table.ITEMS, from, to)) {
      while (rows.next()) {
        byte[] key = rows.key();
        if (Arrays.equals(hash(Keys.suffix(key)), hash)) {
          return beside(key, backwards);
        }
      }
    }
    return backwards ? to : from;
  }

  private static byte[] beside(byte[] key, boolean backwards) {
    return backwards ? key : Bytes.next(key);
  }

  /** The key of the item whose last change has that LSN, or null. */
  private static byte[] suffixAt(ReadView view, int container, long lsn) {
    for (int lane : new int[] {Keys.LANE_INHERITING, Keys.LANE_OTHERS}) {
      byte[] row = view.get(Table.FEED, Keys.feed(container, lane, lsn));
      if (row != null) {
        return DueRow.decode(row).suffix();
      }
    }
    return null;
  }

  private static byte[] hash(byte[] suffix) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(suffix);
      return Arrays.copyOf(digest, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
