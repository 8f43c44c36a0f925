package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import java.util.Arrays;

/** Keys of items, feed, queues and unique rows. */
public final class Keys {
  public static final int CONTAINER_BYTES = 4;

  /** Feed lane of plain inheriting items: in order of their base instant. */
  public static final int LANE_INHERITING = 0;

  /** Feed lane of all other items. */
  public static final int LANE_OTHERS = 1;

  /** Stands in the place of a unique key's number where unique indexes begin. */
  public static final int UNIQUE_INDEXES = 0xffff;

  /** Where the values begin in a row of an index. */
  public static final int INDEX_KEY_AT = CONTAINER_BYTES + 4;

  /** Where the values begin in a row of a unique index. */
  public static final int UNIQUE_INDEX_KEY_AT = CONTAINER_BYTES + 2 + 4;

  private static final int LANE_AT = CONTAINER_BYTES;
  private static final int FEED_BYTES = CONTAINER_BYTES + 1 + 8;
  private static final int QUEUE_BYTES = CONTAINER_BYTES + 4 + 8 + 8;

  private Keys() {}

  /** Everything of a container, in every table keyed by container. */
  public static byte[] container(int container) {
    return Bytes.ofInt(container);
  }

  public static byte[] item(int container, byte[] suffix) {
    byte[] key = new byte[CONTAINER_BYTES + suffix.length];
    Bytes.putInt(key, 0, container);
    System.arraycopy(suffix, 0, key, CONTAINER_BYTES, suffix.length);
    return key;
  }

  /** An item's key within its container. */
  public static byte[] suffix(byte[] partition, byte[] id) {
    return Bytes.concat(partition, id);
  }

  public static byte[] suffix(byte[] itemKey) {
    return Bytes.tail(itemKey, CONTAINER_BYTES);
  }

  public static byte[] lane(int container, int lane) {
    byte[] key = new byte[CONTAINER_BYTES + 1];
    Bytes.putInt(key, 0, container);
    key[LANE_AT] = (byte) lane;
    return key;
  }

  public static byte[] feed(int container, int lane, long lsn) {
    byte[] key = new byte[FEED_BYTES];
    Bytes.putInt(key, 0, container);
    key[LANE_AT] = (byte) lane;
    Bytes.putLong(key, LANE_AT + 1, lsn);
    return key;
  }

  public static long feedLsn(byte[] feedKey) {
    return Bytes.getLong(feedKey, LANE_AT + 1);
  }

  /** All rows of a source's queue. */
  public static byte[] queue(int container, int source) {
    byte[] key = new byte[CONTAINER_BYTES + 4];
    Bytes.putInt(key, 0, container);
    Bytes.putInt(key, CONTAINER_BYTES, source);
    return key;
  }

  public static byte[] queue(int container, int source, long at, long lsn) {
    byte[] key = new byte[QUEUE_BYTES];
    Bytes.putInt(key, 0, container);
    Bytes.putInt(key, CONTAINER_BYTES, source);
    Bytes.putLong(key, CONTAINER_BYTES + 4, Bytes.ordered(at));
    Bytes.putLong(key, CONTAINER_BYTES + 12, lsn);
    return key;
  }

  public static int queueSource(byte[] queueKey) {
    return Bytes.getInt(queueKey, CONTAINER_BYTES);
  }

  public static long queueAt(byte[] queueKey) {
    return Bytes.ordered(Bytes.getLong(queueKey, CONTAINER_BYTES + 4));
  }

  public static long queueLsn(byte[] queueKey) {
    return Bytes.getLong(queueKey, CONTAINER_BYTES + 12);
  }

  public static byte[] unique(int container, int uniqueKey, byte[] partition, byte[] values) {
    byte[] key = new byte[CONTAINER_BYTES + 2 + partition.length + values.length];
    Bytes.putInt(key, 0, container);
    Bytes.putShort(key, CONTAINER_BYTES, uniqueKey);
    System.arraycopy(partition, 0, key, CONTAINER_BYTES + 2, partition.length);
    System.arraycopy(values, 0, key, CONTAINER_BYTES + 2 + partition.length, values.length);
    return key;
  }

  /** All rows of a unique index. */
  public static byte[] uniqueIndex(int container, int index) {
    byte[] key = new byte[UNIQUE_INDEX_KEY_AT];
    Bytes.putInt(key, 0, container);
    Bytes.putShort(key, CONTAINER_BYTES, UNIQUE_INDEXES);
    Bytes.putInt(key, CONTAINER_BYTES + 2, index);
    return key;
  }

  /** The row of one key in a unique index. */
  public static byte[] uniqueIndex(int container, int index, byte[] indexKey) {
    return Bytes.concat(uniqueIndex(container, index), indexKey);
  }

  public static byte[] uniqueIndexKey(byte[] uniqueRow) {
    return Bytes.tail(uniqueRow, UNIQUE_INDEX_KEY_AT);
  }

  /** All rows of an index that is not unique. */
  public static byte[] index(int container, int index) {
    byte[] key = new byte[INDEX_KEY_AT];
    Bytes.putInt(key, 0, container);
    Bytes.putInt(key, CONTAINER_BYTES, index);
    return key;
  }

  public static byte[] index(int container, int index, byte[] indexKey, byte[] suffix) {
    byte[] key =
        Arrays.copyOf(index(container, index), INDEX_KEY_AT + indexKey.length + suffix.length);
    System.arraycopy(indexKey, 0, key, INDEX_KEY_AT, indexKey.length);
    System.arraycopy(suffix, 0, key, INDEX_KEY_AT + indexKey.length, suffix.length);
    return key;
  }

  public static byte[] log(int container, long lsn) {
    byte[] key = new byte[CONTAINER_BYTES + 8];
    Bytes.putInt(key, 0, container);
    Bytes.putLong(key, CONTAINER_BYTES, lsn);
    return key;
  }

  public static long logLsn(byte[] logKey) {
    return Bytes.getLong(logKey, CONTAINER_BYTES);
  }

  public static byte[] event(int container, long deathSecond, long lsn) {
    byte[] key = new byte[CONTAINER_BYTES + 16];
    Bytes.putInt(key, 0, container);
    Bytes.putLong(key, CONTAINER_BYTES, Bytes.ordered(deathSecond));
    Bytes.putLong(key, CONTAINER_BYTES + 8, lsn);
    return key;
  }

  public static long eventSecond(byte[] eventKey) {
    return Bytes.ordered(Bytes.getLong(eventKey, CONTAINER_BYTES));
  }

  public static long eventLsn(byte[] eventKey) {
    return Bytes.getLong(eventKey, CONTAINER_BYTES + 8);
  }
}
