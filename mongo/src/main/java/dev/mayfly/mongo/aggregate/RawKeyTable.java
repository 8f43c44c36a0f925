package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;

/**
 * A hash table keyed by the raw bytes of fields, so that known keys are found without being
 * decoded. Equal values with different bytes ({@code 1} and {@code 1.0}) have separate entries.
 *
 * @param <T> type of the entries
 */
public final class RawKeyTable<T> {
  private static final int FIRST_CAPACITY = 64;
  private static final int ENTRY_BYTES = 96;
  private static final long MIX = 0x9E3779B97F4A7C15L;

  /**
   * @param key type and bytes of each slot; as these are self-delimiting, equal keys have equal
   *     slots
   */
  private record Entry<T>(long hash, byte[] key, T found) {}

  private final int slots;
  private Entry<T>[] table = newTable(FIRST_CAPACITY);
  private int size;

  /**
   * @param slots number of leading slots that form the key
   */
  public RawKeyTable(int slots) {
    this.slots = slots;
  }

  @SuppressWarnings("unchecked")
  private static <T> Entry<T>[] newTable(int capacity) {
    return (Entry<T>[]) new Entry<?>[capacity];
  }

  /** The entry of the key, or null. */
  public T get(FieldSlots fields) {
    long hash = hash(fields);
    int mask = table.length - 1;
    for (int at = index(hash) & mask; ; at = (at + 1) & mask) {
      Entry<T> entry = table[at];
      if (entry == null) {
        return null;
      }
      if (entry.hash() == hash && isKey(entry.key(), fields)) {
        return entry.found();
      }
    }
  }

  /**
   * Adds an entry for a new key.
   *
   * @return approximate heap bytes of the entry
   */
  public long put(FieldSlots fields, T found) {
    byte[] key = key(fields);
    if (size * 2 >= table.length) {
      grow();
    }
    insert(new Entry<>(hash(fields), key, found));
    size++;
    return ENTRY_BYTES + key.length;
  }

  private byte[] key(FieldSlots fields) {
    int length = 0;
    for (int slot = 0; slot < slots; slot++) {
      length += 1 + fields.length(slot);
    }
    byte[] key = new byte[length];
    int at = 0;
    for (int slot = 0; slot < slots; slot++) {
      key[at] = fields.type(slot);
      System.arraycopy(fields.bytes(), fields.offset(slot), key, at + 1, fields.length(slot));
      at += 1 + fields.length(slot);
    }
    return key;
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

  private boolean isKey(byte[] key, FieldSlots fields) {
    int at = 0;
    for (int slot = 0; slot < slots; slot++) {
      int length = fields.length(slot);
      if (key.length - at <= length
          || key[at] != fields.type(slot)
          || !isSame(key, at + 1, fields.bytes(), fields.offset(slot), length)) {
        return false;
      }
      at += 1 + length;
    }
    return at == key.length;
  }

  /**
   * Compares eight bytes at a time, the last eight overlapping: faster than a call for short keys.
   */
  private static boolean isSame(byte[] key, int keyAt, byte[] bytes, int at, int length) {
    if (length < Long.BYTES) {
      for (int i = 0; i < length; i++) {
        if (key[keyAt + i] != bytes[at + i]) {
          return false;
        }
      }
      return true;
    }
    int last = length - Long.BYTES;
    for (int i = 0; i < last; i += Long.BYTES) {
      if (LittleEndian.int64(key, keyAt + i) != LittleEndian.int64(bytes, at + i)) {
        return false;
      }
    }
    return LittleEndian.int64(key, keyAt + last) == LittleEndian.int64(bytes, at + last);
  }

  private long hash(FieldSlots fields) {
    long hash = 0;
    byte[] bytes = fields.bytes();
    for (int slot = 0; slot < slots; slot++) {
      int at = fields.offset(slot);
      int length = fields.length(slot);
      hash = (hash + fields.type(slot)) * MIX;
      if (length < Long.BYTES) {
        for (int i = 0; i < length; i++) {
          hash = (Long.rotateLeft(hash, 7) ^ bytes[at + i]) * MIX;
        }
      } else {
        int last = length - Long.BYTES;
        for (int i = 0; i < last; i += Long.BYTES) {
          hash = (Long.rotateLeft(hash, 23) ^ LittleEndian.int64(bytes, at + i)) * MIX;
        }
        hash = (Long.rotateLeft(hash, 23) ^ LittleEndian.int64(bytes, at + last)) * MIX;
      }
    }
    return hash;
  }

  private static int index(long hash) {
    return (int) (hash >>> 32);
  }
}
