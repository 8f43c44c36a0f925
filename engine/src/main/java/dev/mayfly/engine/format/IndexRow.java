package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.Arrays;

/**
 * A row of an index, taken apart.
 *
 * @param key the values, as the index has them
 * @param suffix the item's key within its container
 */
public record IndexRow(byte[] key, byte[] suffix) {
  /** The value of a row that is not unique: where the item's key begins. */
  public static byte[] value(int keyLength) {
    byte[] value = new byte[2];
    Bytes.putShort(value, 0, keyLength);
    return value;
  }

  public static IndexRow decode(byte[] row, byte[] value) {
    int suffixAt =
        value.length == 2 ? Keys.INDEX_KEY_AT + Bytes.getUnsignedShort(value, 0) : row.length;
    if (suffixAt >= row.length) {
      throw new EngineException(ErrorCode.CORRUPTED, "A row of an index does not say whose it is.");
    }
    return new IndexRow(
        Arrays.copyOfRange(row, Keys.INDEX_KEY_AT, suffixAt), Bytes.tail(row, suffixAt));
  }

  /** A row of UNIQUE that belongs to an index. */
  public static IndexRow decodeUnique(byte[] row, byte[] value) {
    return new IndexRow(
        Bytes.tail(row, Keys.UNIQUE_INDEX_KEY_AT), UniqueRow.decode(value).suffix());
  }
}
