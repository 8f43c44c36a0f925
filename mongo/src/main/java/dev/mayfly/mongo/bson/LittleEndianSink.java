package dev.mayfly.mongo.bson;

import dev.mayfly.engine.bson.Utf8;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** A growing little-endian byte buffer. */
public final class LittleEndianSink {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes;
  private int length;

  public LittleEndianSink(int capacityBytes) {
    bytes = new byte[capacityBytes];
  }

  public int length() {
    return length;
  }

  public void putByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
  }

  public void putInt(int value) {
    reserve(Integer.BYTES);
    INT.set(bytes, length, value);
    length += Integer.BYTES;
  }

  public void putLong(long value) {
    reserve(Long.BYTES);
    LONG.set(bytes, length, value);
    length += Long.BYTES;
  }

  public void putBytes(byte[] source) {
    putBytes(source, 0, source.length);
  }

  public void putBytes(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** A zero-terminated string, which must not contain a zero. */
  public void putCString(String text) {
    if (text.indexOf('\0') >= 0) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "A field name or pattern can't contain a null character.");
    }
    putBytes(Utf8.encode(text));
    putByte(0);
  }

  /** Overwrites an int. */
  public void setInt(int position, int value) {
    INT.set(bytes, position, value);
  }

  /** Truncates to a length. */
  public void truncate(int lengthBytes) {
    length = lengthBytes;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** What was put, without a copy; changes with the next put. */
  public ByteBuffer toBuffer() {
    return ByteBuffer.wrap(bytes, 0, length);
  }

  /** The buffer itself; changes with the next put. */
  public byte[] array() {
    return bytes;
  }

  private void reserve(int count) {
    if (bytes.length - length < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
    }
  }
}
