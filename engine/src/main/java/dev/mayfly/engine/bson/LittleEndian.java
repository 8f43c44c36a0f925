package dev.mayfly.engine.bson;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads the numbers inside a BSON document. */
public final class LittleEndian {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private LittleEndian() {}

  public static int int32(byte[] bytes, int offset) {
    return (int) INTS.get(bytes, offset);
  }

  public static long int64(byte[] bytes, int offset) {
    return (long) LONGS.get(bytes, offset);
  }
}
