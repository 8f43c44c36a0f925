package dev.mayfly.engine.item;

import dev.mayfly.engine.format.Bytes;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * Where a scan goes on, in few bytes: clients carry continuations in headers, but the keys of items
 * may be long. A short key stands for itself. Of a long one only the beginning and a hash are kept;
 * its row is then looked for among those that begin alike. If it is gone, they are told again from
 * the first: an item may be seen twice then, but none is missed.
 */
final class ScanPlace {
  static final int PLAIN_BYTES_MAX = 480;
  private static final int HASH_BYTES = 16;

  private ScanPlace() {}

  /** The place after an item. */
  static byte[] after(byte[] suffix) {
    return suffix.length <= PLAIN_BYTES_MAX
        ? suffix
        : Bytes.concat(Arrays.copyOf(suffix, PLAIN_BYTES_MAX), hash(suffix));
  }

  /** The first key that a scan from such a place on looks at. */
  static byte[] first(ReadView view, int container, byte[] place) {
    if (place.length <= PLAIN_BYTES_MAX) {
      return Bytes.next(Keys.item(container, place));
    }
    byte[] from = Keys.item(container, Arrays.copyOf(place, PLAIN_BYTES_MAX));
    byte[] hash = Bytes.tail(place, PLAIN_BYTES_MAX);
    try (RowCursor rows = view.cursor(Table.ITEMS, from, Bytes.after(from))) {
      while (rows.next()) {
        byte[] key = rows.key();
        if (Arrays.equals(hash(Keys.suffix(key)), hash)) {
          return Bytes.next(key);
        }
      }
    }
    return from;
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
