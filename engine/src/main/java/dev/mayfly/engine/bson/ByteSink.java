package dev.mayfly.engine.bson;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growable run of bytes, to build keys in; numbers are big-endian, so that they sort. */
public final class ByteSink {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private byte[] bytes;
  private int length;

  public ByteSink() {
    this(64);
  }

  public ByteSink(int capacityBytes) {
    this.bytes = new byte[Math.max(capacityBytes, 16)];
  }

  public void putByte(int value) {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  public void putInt(int value) {
    ensure(Integer.BYTES);
    INTS.set(bytes, length, value);
    length += Integer.BYTES;
  }

  public void putLong(long value) {
    ensure(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
  }

  public void putBytes(byte[] source) {
    putBytes(source, 0, source.length);
  }

  public void putBytes(byte[] source, int offset, int count) {
    ensure(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  public int length() {
    return length;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Flips all bits from a position on, which turns their order around. */
  public void invertFrom(int position) {
    for (int i = position; i < length; i++) {
      bytes[i] = (byte) ~bytes[i];
    }
  }

  private void ensure(int count) {
    if (count > bytes.length - length) {
      int needed = Math.addExact(length, count);
      int doubled = (int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8);
      bytes = Arrays.copyOf(bytes, Math.max(needed, doubled));
    }
  }
}
