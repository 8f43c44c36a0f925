package dev.mayfly.engine.operation;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.read.Continuation;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Where a read through an index resumes, in few bytes: the number of the index and the row that was
 * read last. As in {@link ScanPosition}, of a long row only the beginning and a hash are kept.
 */
final class IndexPosition {
  private static final int PLAIN_BYTES_MAX = 480;
  private static final int HASH_BYTES = 16;
  private static final int ROW_AT = 4;

  private IndexPosition() {}

  /** The place after a row, which stands after a prefix of that length. */
  static byte[] after(int index, byte[] row, int prefixLength) {
    byte[] rest = Bytes.tail(row, prefixLength);
    byte[] kept =
        rest.length <= PLAIN_BYTES_MAX
            ? rest
            : Bytes.concat(Arrays.copyOf(rest, PLAIN_BYTES_MAX), hash(rest));
    return Bytes.concat(Bytes.ofInt(index), kept);
  }

  /**
   * The continuation after a row, made when it is asked for.
   *
   * @param store the incarnation of the store
   */
  static Supplier<byte[]> continuation(
      long store, int container, int index, byte[] row, int prefixLength) {
    return () ->
        new Continuation(Continuation.Kind.INDEX, store, container, after(index, row, prefixLength))
            .encode();
  }

  /** The number of the index of a place. */
  static int index(byte[] place) {
    if (place.length <= ROW_AT) {
      throw new EngineException(ErrorCode.BAD_CONTINUATION, "The continuation is damaged.");
    }
    return Bytes.getInt(place, 0);
  }

  /** Whether a place holds the whole row. */
  static boolean isComplete(byte[] place) {
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
   * The bound from which the read resumes: the first row to read, or, backwards, the row before
   * which to begin. If a long row is gone, those with the same prefix are emitted again.
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
