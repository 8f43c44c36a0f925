package dev.mayfly.engine.index;

import dev.mayfly.engine.bson.Bytes;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * A range of the keys of an index, as bytes with a prefix before them.
 *
 * @param prefixLength of what stands before all keys
 * @param from the first key that may be in the range
 * @param to the first key after it
 * @param single it holds one key, as that stands in rows
 */
public record KeyRange(int prefixLength, byte[] from, byte[] to, boolean single) {

  /** The first row that may be in the range: a bound longer than keys in rows are is cut too. */
  public byte[] firstRow() {
    return isLong(from) ? cut(from) : from;
  }

  /** The first row after the range. */
  public byte[] endRow() {
    return isLong(to) ? Bytes.after(cut(to)) : to;
  }

  /** True if rows with truncated keys must be checked against the items. */
  public boolean isLong() {
    return !single && (isLong(from) || isLong(to));
  }

  private boolean isLong(byte[] bound) {
    return !single && bound.length - prefixLength > KeyBytes.WHOLE_BYTES_MAX;
  }

  private byte[] cut(byte[] bound) {
    return Arrays.copyOf(bound, prefixLength + KeyBytes.WHOLE_BYTES_MAX);
  }

  /** The keys of a body within the range, as they stand in rows, in ascending order. */
  public TreeSet<byte[]> within(IndexReader reader, byte[] body) {
    boolean whole = isLong();
    List<byte[]> keys = whole ? List.copyOf(reader.readUncut(body)) : reader.read(body).keys();
    TreeSet<byte[]> within = new TreeSet<>(Arrays::compareUnsigned);
    byte[] prefix = Arrays.copyOf(from, prefixLength);
    for (byte[] key : keys) {
      byte[] row = Bytes.concat(prefix, key);
      if (Arrays.compareUnsigned(from, row) <= 0 && Arrays.compareUnsigned(row, to) < 0) {
        within.add(whole ? KeyBytes.bounded(key) : key);
      }
    }
    return within;
  }
}
