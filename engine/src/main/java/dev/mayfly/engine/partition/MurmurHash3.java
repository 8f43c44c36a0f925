package dev.mayfly.engine.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3 with seed 0, in the two variants that effective partition keys need. */
final class MurmurHash3 {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int C1_32 = 0xCC9E2D51;
  private static final int C2_32 = 0x1B873593;
  private static final long C1_64 = 0x87C37B91114253D5L;
  private static final long C2_64 = 0x4CF5AD432745937FL;

  /** The two halves of a 128-bit hash. */
  record Hash128(long first, long second) {}

  private MurmurHash3() {}

  /** The x86 variant with 32 bits. */
  static int hash32(byte[] data) {
    int hash = 0;
    int blocksEnd = data.length & ~3;
    for (int i = 0; i < blocksEnd; i += 4) {
      hash ^= mix32((int) INTS.get(data, i));
      hash = Integer.rotateLeft(hash, 13) * 5 + 0xE6546B64;
    }
    int tail = 0;
    for (int i = data.length - 1; i >= blocksEnd; i--) {
      tail = tail << 8 | data[i] & 0xFF;
    }
    hash ^= mix32(tail);
    hash ^= data.length;
    hash = (hash ^ hash >>> 16) * 0x85EBCA6B;
    hash = (hash ^ hash >>> 13) * 0xC2B2AE35;
    return hash ^ hash >>> 16;
  }

  private static int mix32(int block) {
    return Integer.rotateLeft(block * C1_32, 15) * C2_32;
  }

  /** The x64 variant with 128 bits. */
  static Hash128 hash128(byte[] data) {
    long h1 = 0;
    long h2 = 0;
    int blocksEnd = data.length & ~15;
    for (int i = 0; i < blocksEnd; i += 16) {
      h1 ^= mixFirst((long) LONGS.get(data, i));
      h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52DCE729;
      h2 ^= mixSecond((long) LONGS.get(data, i + 8));
      h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495AB5;
    }
    h2 ^= mixSecond(tail(data, blocksEnd + 8, data.length));
    h1 ^= mixFirst(tail(data, blocksEnd, Math.min(blocksEnd + 8, data.length)));
    h1 ^= data.length;
    h2 ^= data.length;
    h1 += h2;
    h2 += h1;
    h1 = finish(h1);
    h2 = finish(h2);
    h1 += h2;
    h2 += h1;
    return new Hash128(h1, h2);
  }

  private static long tail(byte[] data, int from, int to) {
    long tail = 0;
    for (int i = to - 1; i >= from; i--) {
      tail = tail << 8 | data[i] & 0xFF;
    }
    return tail;
  }

  private static long mixFirst(long block) {
    return Long.rotateLeft(block * C1_64, 31) * C2_64;
  }

  private static long mixSecond(long block) {
    return Long.rotateLeft(block * C2_64, 33) * C1_64;
  }

  private static long finish(long hash) {
    long mixed = (hash ^ hash >>> 33) * 0xFF51AFD7ED558CCDL;
    mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
    return mixed ^ mixed >>> 33;
  }
}
