package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import java.util.Arrays;

/**
 * A hash table by the bytes of fields, so that a key that was seen before need not be made an
 * object. Equal values with other bytes ({@code 1} and {@code 1.0}) have entries of their own.
 *
 * @param <T> what is found
 */
public final class RawKeys<T> {
  private static final int FIRST_CAPACITY = 64;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  private record Entry<T>(long hash, byte[] types, byte[][] parts, T found) {}

  private final int slots;
  private Entry<T>[] table = newTable(FIRST_CAPACITY);
  private int size;

  /**
   * @param slots how many slots, from the first on, make the key
   */
  public RawKeys(int slots) {
    this.slots = slots;
  }

  @SuppressWarnings("unchecked")
  private static <T> Entry<T>[] newTable(int capacity) {
    return (Entry<T>[]) new Entry<?>[capacity];
  }

  /** What was put for these bytes, or null. */
  public T get(FieldSlots fields) {
    long hash = hash(fields);
    int mask = table.length - 1;
    for (int at = index(hash) & mask; table[at] != null; at = (at + 1) & mask) {
      if (table[at].hash() == hash && isKey(table[at], fields)) {
        return table[at].found();
      }
    }
    return null;
  }

  /**
   * Adds an entry for bytes that have none.
   *
   * @return the bytes of memory that it takes, more or less
   */
  public long put(FieldSlots fields, T found) {
    byte[] types = new byte[slots];
    byte[][] parts = new byte[slots][];
    long held = 64;
    for (int slot = 0; slot < slots; slot++) {
      int from = fields.offset(slot);
      types[slot] = fields.type(slot);
      parts[slot] = Arrays.copyOfRange(fields.bytes(), from, from + fields.length(slot));
      held += 32 + parts[slot].length;
    }
    if (size * 2 >= table.length) {
      grow();
    }
    insert(new Entry<>(hash(fields), types, parts, found));
    size++;
    return held;
  }

  private void grow() {
    Entry<T>[] old = table;
    table = newTable(old.length * 2);
    for (Entry<T> entry : old) {
      if (entry != null) {
        insert(entry);
      }
    }
  }

  private void insert(Entry<T> entry) {
    int mask = table.length - 1;
    int at = index(entry.hash()) & mask;
    while (table[at] != null) {
      at = (at + 1) & mask;
    }
    table[at] = entry;
  }

  private boolean isKey(Entry<T> entry, FieldSlots fields) {
    for (int slot = 0; slot < slots; slot++) {
      int from = fields.offset(slot);
      byte[] part = entry.parts()[slot];
      int length = fields.length(slot);
      if (entry.types()[slot] != fields.type(slot)
          || part.length != length
          || !Arrays.equals(part, 0, length, fields.bytes(), from, from + length)) {
        return false;
      }
    }
    return true;
  }

  private long hash(FieldSlots fields) {
    long hash = 0;
    byte[] bytes = fields.bytes();
    for (int slot = 0; slot < slots; slot++) {
      int at = fields.offset(slot);
      int end = at + fields.length(slot);
      hash = (hash + fields.type(slot)) * MIX;
      for (; at + Long.BYTES <= end; at += Long.BYTES) {
        hash = (Long.rotateLeft(hash, 23) ^ LittleEndian.int64(bytes, at)) * MIX;
      }
      for (; at < end; at++) {
        hash = (Long.rotateLeft(hash, 7) ^ bytes[at]) * MIX;
      }
    }
    return hash;
  }

  private static int index(long hash) {
    return (int) (hash >>> 32);
  }
}
