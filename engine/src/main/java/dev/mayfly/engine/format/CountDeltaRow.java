package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;

/** The value of a row of COUNTS that holds what one commit adds to keys of that table. */
public final class CountDeltaRow {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(64);

  public interface Change {
    void accept(byte[] key, long items, long bytes);
  }

  public CountDeltaRow(long lsn) {
    out.writeBytes(Bytes.ofLong(lsn));
  }

  /** Adds a change, unless it changes nothing. */
  public void add(byte[] key, long items, long bytes) {
    if (items != 0 || bytes != 0) {
      writeNumber(out, key.length);
      out.writeBytes(key);
      writeNumber(out, items);
      writeNumber(out, bytes);
    }
  }

  public byte[] encode() {
    return out.toByteArray();
  }

  /** The LSN at which a row was committed. */
  public static long lsn(byte[] row) {
    return Bytes.getLong(row, 0);
  }

  public static void decode(byte[] row, Change change) {
    ByteBuffer in = ByteBuffer.wrap(Bytes.tail(row, 8));
    try {
      while (in.hasRemaining()) {
        long length = readNumber(in);
        if (length < 0 || length > in.remaining()) {
          throw Damage.of("A row of counts");
        }
        byte[] key = new byte[(int) length];
        in.get(key);
        change.accept(key, readNumber(in), readNumber(in));
      }
    } catch (BufferUnderflowException e) {
      throw Damage.of("A row of counts");
    }
  }

  /** Seven bits a byte, the sign in the lowest bit. */
  private static void writeNumber(ByteArrayOutputStream out, long number) {
    long rest = number << 1 ^ number >> 63;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  private static long readNumber(ByteBuffer in) {
    long rest = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      rest |= (next & 0x7fL) << shift;
      if (next >= 0) {
        return rest >>> 1 ^ -(rest & 1);
      }
    }
  }
}
