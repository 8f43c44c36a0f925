package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Table;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.ThreadLocalRandom;

/** Hashes of rows' keys. Seeded, so that colliding keys cannot be chosen. */
final class KeyHash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long SEED = ThreadLocalRandom.current().nextLong();

  private KeyHash() {}

  static int of(Table table, byte[] key) {
    long hash = SEED + table.ordinal();
    int i = 0;
    for (; i + Long.BYTES <= key.length; i += Long.BYTES) {
      hash = mix(hash ^ (long) LONGS.get(key, i));
    }
    long tail = key.length;
    for (; i < key.length; i++) {
      tail = (tail << Byte.SIZE) | (key[i] & 0xff);
    }
    hash = mix(hash ^ tail);
    return (int) (hash >>> Integer.SIZE);
  }

  private static long mix(long value) {
    long mixed = value * 0x9e3779b97f4a7c15L;
    return mixed ^ (mixed >>> 29);
  }
}
