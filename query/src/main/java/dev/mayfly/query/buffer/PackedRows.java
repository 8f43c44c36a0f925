package dev.mayfly.query.buffer;

import dev.mayfly.query.spill.RowCodec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;

/**
 * Sorted rows on the heap as bytes one behind the other: they take no more than their bytes, the
 * collector has one object to copy, and they are read in the order in which they lie.
 */
final class PackedRows<R> {
  /** An array and what is known of it. */
  static final int OVERHEAD_BYTES = 64;

  private final byte[] bytes;
  private final RowCodec<R> codec;

  private PackedRows(byte[] bytes, RowCodec<R> codec) {
    this.bytes = bytes;
    this.codec = codec;
  }

  static <R> PackedRows<R> of(Iterator<R> sorted, RowCodec<R> codec, int expectedBytes) {
    ByteBuffer target = ByteBuffer.allocate(expectedBytes);
    while (sorted.hasNext()) {
      ByteBuffer row = codec.encode(sorted.next());
      int needed = target.position() + Integer.BYTES + row.remaining();
      if (needed > target.capacity()) {
        target =
            ByteBuffer.wrap(Arrays.copyOf(target.array(), needed + needed / 2))
                .position(target.position());
      }
      target.putInt(row.remaining()).put(row);
    }
    byte[] bytes =
        target.hasRemaining() ? Arrays.copyOf(target.array(), target.position()) : target.array();
    return new PackedRows<>(bytes, codec);
  }

  long heapBytes() {
    return OVERHEAD_BYTES + bytes.length;
  }

  Iterator<R> read() {
    return new Iterator<>() {
      private final ByteBuffer rest = ByteBuffer.wrap(bytes);

      @Override
      public boolean hasNext() {
        return rest.hasRemaining();
      }

      @Override
      public R next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        int length = rest.getInt();
        R row = codec.decode(bytes, rest.position(), length);
        rest.position(rest.position() + length);
        return row;
      }
    };
  }
}
