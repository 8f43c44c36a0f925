package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;

/** Keys of the META table. */
public final class MetaKeys {
  public static final byte[] FORMAT = {'f'};
  public static final byte[] LSN_CEILING = {'l'};
  public static final byte[] CLOCK = {'t'};
  public static final byte[] CLOCK_CEILING = {'u'};
  public static final byte[] NEXT_NUMBER = {'n'};
  public static final byte[] PURGE_HOLD = {'h'};
  public static final byte[] DATABASES = {'d'};
  public static final byte[] CONTAINERS = {'c'};
  public static final byte[] PARTITIONS = {'p'};
  public static final byte[] INDEXES = {'i'};
  public static final byte[] OPERATION_LOG = {'o'};
  public static final byte[] RECEIPTS = {'r'};

  private MetaKeys() {}

  public static byte[] database(int number) {
    return numbered(DATABASES, number);
  }

  public static byte[] container(int number) {
    return numbered(CONTAINERS, number);
  }

  /** A logical partition that was deleted as a whole. */
  public static byte[] partition(int container, byte[] partition) {
    return Bytes.concat(numbered(PARTITIONS, container), partition);
  }

  /** All deleted partitions of a container. */
  public static byte[] partitions(int container) {
    return numbered(PARTITIONS, container);
  }

  /** The logical partition that a key of {@link #partition} names. */
  public static byte[] partitionOf(byte[] key) {
    return Bytes.tail(key, 5);
  }

  /** How far an index of a container is built. */
  public static byte[] index(int container, int index) {
    return Bytes.concat(numbered(INDEXES, container), Bytes.ofInt(index));
  }

  public static byte[] indexes(int container) {
    return numbered(INDEXES, container);
  }

  /** The index that a key of {@link #index} names. */
  public static int indexOf(byte[] key) {
    return Bytes.getInt(key, 5);
  }

  /** What a write has left behind for those who repeat it. */
  public static byte[] receipt(byte[] key) {
    return Bytes.concat(RECEIPTS, key);
  }

  public static int number(byte[] key) {
    return Bytes.getInt(key, 1);
  }

  private static byte[] numbered(byte[] prefix, int number) {
    return Bytes.concat(prefix, Bytes.ofInt(number));
  }
}
