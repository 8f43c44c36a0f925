package dev.mayfly.cosmos.query.run;

import dev.mayfly.cosmos.query.value.HeapSize;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.cosmos.query.value.ValueBytes;
import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;

/**
 * A row of a group that is on disk.
 *
 * @param hash of the keys
 * @param number in which order it was found
 * @param arguments what the aggregates take of it
 */
record GroupedRow(byte[] hash, long number, Value[] keys, Value[] arguments) {
  /** Group after group, the rows of each as they were found. */
  static final Comparator<GroupedRow> ORDER =
      (left, right) -> {
        int byHash = Arrays.compareUnsigned(left.hash, right.hash);
        return byHash != 0 ? byHash : Long.compare(left.number, right.number);
      };

  private static final int ROW_BYTES = 200;

  long heapBytes() {
    long size = ROW_BYTES;
    for (Value key : keys) {
      size += HeapSize.of(key);
    }
    for (Value argument : arguments) {
      size += HeapSize.of(argument);
    }
    return size;
  }

  /** The bytes of rows. */
  static final class Codec implements RowCodec<GroupedRow> {
    @Override
    public ByteBuffer encode(GroupedRow row) {
      return ByteBuffer.wrap(
          new ValueBytes.Writer()
              .bytes(row.hash())
              .number(row.number())
              .values(row.keys())
              .values(row.arguments())
              .toByteArray());
    }

    @Override
    public GroupedRow decode(byte[] bytes) {
      ValueBytes.Reader in = new ValueBytes.Reader(bytes);
      return new GroupedRow(in.bytes(), in.number(), in.values(), in.values());
    }
  }
}
