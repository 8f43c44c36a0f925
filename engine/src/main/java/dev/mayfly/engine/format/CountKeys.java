package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;

/** Keys and values of the COUNTS table. */
public final class CountKeys {
  /** Plain inheriting items by base instant. */
  public static final int SET_INHERITING = 0;

  /** Plain items with their own ttl, by deadline. */
  public static final int SET_OWN = 1;

  /** Items that never expire by default or ttl, and have no date. */
  public static final int SET_NEVER = 2;

  /** Items with several deadlines, or imported with an older time. */
  public static final int SET_SEVERAL = 3;

  /** Rows of the log. */
  public static final int SET_LOG = 4;

  /** Rows of expiry events. */
  public static final int SET_EVENTS = 5;

  /** Items of {@link #SET_SEVERAL} by their key in source s stand in set 16 + s. */
  public static final int SET_BY_SOURCE = 16;

  public static final int LEVELS = 3;
  private static final int LEVEL_BITS = 8;

  private static final byte BUCKET = 1;
  private static final byte TOTAL = 2;
  private static final byte PARTITION = 3;
  private static final byte DELTA = 4;

  /** The LSN up to which deltas have been folded. */
  public static final byte[] FOLDED = {5};

  private CountKeys() {}

  /** The first second of the bucket that holds this second. */
  public static long bucketStart(int level, long second) {
    int shift = level * LEVEL_BITS;
    return second >> shift << shift;
  }

  public static long bucketSeconds(int level) {
    return 1L << level * LEVEL_BITS;
  }

  public static byte[] bucket(int container, int set, int level, long startSecond) {
    byte[] key = new byte[18];
    key[0] = BUCKET;
    Bytes.putInt(key, 1, container);
    Bytes.putInt(key, 5, set);
    key[9] = (byte) level;
    Bytes.putLong(key, 10, Bytes.ordered(startSecond));
    return key;
  }

  public static boolean isBucket(byte[] key) {
    return Bytes.getByte(key, 0) == BUCKET;
  }

  public static boolean isTotal(byte[] key) {
    return Bytes.getByte(key, 0) == TOTAL;
  }

  public static int containerOf(byte[] key) {
    return Bytes.getInt(key, 1);
  }

  public static int setOf(byte[] key) {
    return Bytes.getInt(key, 5);
  }

  public static int levelOf(byte[] key) {
    return Bytes.getByte(key, 9);
  }

  public static long startOf(byte[] key) {
    return Bytes.ordered(Bytes.getLong(key, 10));
  }

  public static byte[] total(int container, int set) {
    byte[] key = new byte[9];
    key[0] = TOTAL;
    Bytes.putInt(key, 1, container);
    Bytes.putInt(key, 5, set);
    return key;
  }

  public static byte[] partition(int container, byte[] partition) {
    byte[] key = new byte[5 + partition.length];
    key[0] = PARTITION;
    Bytes.putInt(key, 1, container);
    System.arraycopy(partition, 0, key, 5, partition.length);
    return key;
  }

  /** The n-th commit since the last fold. The rows are written over, so none is ever deleted. */
  public static byte[] delta(int slot) {
    byte[] key = new byte[5];
    key[0] = DELTA;
    Bytes.putInt(key, 1, slot);
    return key;
  }

  public static byte[] deltas() {
    return new byte[] {DELTA};
  }

  /** Buckets, totals and partition sizes of a container stand in these three ranges. */
  public static byte[][] ofContainer(int container) {
    byte[][] prefixes = new byte[3][5];
    for (int i = 0; i < prefixes.length; i++) {
      prefixes[i][0] = (byte) (BUCKET + i);
      Bytes.putInt(prefixes[i], 1, container);
    }
    return prefixes;
  }

  public static byte[] count(long items, long bytes) {
    byte[] value = new byte[16];
    Bytes.putLong(value, 0, items);
    Bytes.putLong(value, 8, bytes);
    return value;
  }

  public static long items(byte[] value) {
    return value == null ? 0 : Bytes.getLong(value, 0);
  }

  public static long bytes(byte[] value) {
    return value == null ? 0 : Bytes.getLong(value, 8);
  }
}
