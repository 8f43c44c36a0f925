package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawCursor;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.mongo.bson.LazyDocument;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Where chosen fields lie in a stored document: all found in one walk over its bytes, and none made
 * an object before somebody asks. Used by one thread.
 */
public final class FieldSlots {
  /** The type of a field that is not there. */
  public static final byte MISSING = 0;

  /** The type of a field with an array on its path, which is not looked into. */
  public static final byte BEHIND_ARRAY = 0x60;

  /** Stands for a path that ended on its way, until the walk is over. */
  private static final byte ENDED = 0x61;

  private final byte[][][] paths;
  private final byte[] types;
  private final int[] offsets;
  private final int[] lengths;
  private final RawValue[] values;
  private byte[] bytes;

  private FieldSlots(byte[][][] paths) {
    this.paths = paths;
    this.types = new byte[paths.length];
    this.offsets = new int[paths.length];
    this.lengths = new int[paths.length];
    this.values = new RawValue[paths.length];
  }

  /** Gathers paths, each of which gets a slot. */
  public static final class Layout {
    private final List<String> paths = new ArrayList<>();

    /**
     * The slot for an expression that is no more than a field path.
     *
     * @return -1 for any other expression
     */
    public int slotOf(BsonValue expression) {
      if (!expression.isString()) {
        return -1;
      }
      String path = expression.asString().getValue();
      if (!path.startsWith("$") || path.startsWith("$$")) {
        return -1;
      }
      int known = paths.indexOf(path.substring(1));
      if (known >= 0) {
        return known;
      }
      paths.add(path.substring(1));
      return paths.size() - 1;
    }

    public boolean isEmpty() {
      return paths.isEmpty();
    }

    public FieldSlots make() {
      byte[][][] names = new byte[paths.size()][][];
      for (int i = 0; i < names.length; i++) {
        String[] parts = paths.get(i).split("\\.");
        names[i] = new byte[parts.length][];
        for (int j = 0; j < parts.length; j++) {
          names[i][j] = parts[j].getBytes(StandardCharsets.UTF_8);
        }
      }
      return new FieldSlots(names);
    }
  }

  /** Finds all fields of a document. */
  public void read(LazyDocument document) {
    Arrays.fill(types, MISSING);
    bytes = document.raw().bytes();
    int left = types.length;
    for (RawCursor cursor = document.raw().elements(); left > 0 && cursor.next(); ) {
      for (int slot = 0; slot < paths.length; slot++) {
        if (types[slot] == MISSING && isNamed(cursor, paths[slot][0])) {
          take(slot, cursor);
          left--;
        }
      }
    }
    for (int slot = 0; slot < paths.length; slot++) {
      if (types[slot] == ENDED) {
        types[slot] = MISSING;
      }
    }
  }

  private void take(int slot, RawCursor found) {
    byte[][] path = paths[slot];
    RawCursor cursor = found;
    for (int depth = 1; depth < path.length; depth++) {
      if (cursor.type() != RawType.DOCUMENT) {
        types[slot] = cursor.type() == RawType.ARRAY ? BEHIND_ARRAY : ENDED;
        return;
      }
      cursor = find(cursor.elements(), path[depth]);
      if (cursor == null) {
        types[slot] = ENDED;
        return;
      }
    }
    types[slot] = cursor.type();
    offsets[slot] = cursor.valueOffset();
    lengths[slot] = cursor.valueLength();
    values[slot] = isRead(cursor.type()) ? null : cursor.value();
  }

  /** Whether values of the type are read here, without an object in between. */
  private static boolean isRead(byte type) {
    return type == RawType.STRING
        || type == RawType.INT32
        || type == RawType.INT64
        || type == RawType.DOUBLE;
  }

  private RawCursor find(RawCursor cursor, byte[] name) {
    while (cursor.next()) {
      if (isNamed(cursor, name)) {
        return cursor;
      }
    }
    return null;
  }

  private boolean isNamed(RawCursor cursor, byte[] name) {
    if (cursor.nameLength() != name.length) {
      return false;
    }
    int offset = cursor.nameOffset();
    for (int i = 0; i < name.length; i++) {
      if (bytes[offset + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  /** The type of the field as a byte of BSON, {@link #MISSING} or {@link #BEHIND_ARRAY}. */
  public byte type(int slot) {
    return types[slot];
  }

  public int asInt(int slot) {
    return LittleEndian.int32(bytes, offsets[slot]);
  }

  public long asLong(int slot) {
    return LittleEndian.int64(bytes, offsets[slot]);
  }

  public double asDouble(int slot) {
    return Double.longBitsToDouble(LittleEndian.int64(bytes, offsets[slot]));
  }

  /** The field as an object; null if it is missing. Not for one behind an array. */
  public BsonValue value(int slot) {
    return switch (types[slot]) {
      case MISSING -> null;
      case RawType.INT32 -> new BsonInt32(asInt(slot));
      case RawType.INT64 -> new BsonInt64(asLong(slot));
      case RawType.DOUBLE -> new BsonDouble(asDouble(slot));
      case RawType.STRING ->
          new BsonString(
              new String(
                  bytes,
                  offsets[slot] + Integer.BYTES,
                  lengths[slot] - Integer.BYTES - 1,
                  StandardCharsets.UTF_8));
      default -> LazyDocument.valueOf(values[slot]);
    };
  }

  /** Where the value starts in {@link #bytes}. */
  int offset(int slot) {
    return types[slot] == MISSING ? 0 : offsets[slot];
  }

  /** How long the value is; nothing for a missing one. */
  int length(int slot) {
    return types[slot] == MISSING ? 0 : lengths[slot];
  }

  byte[] bytes() {
    return bytes;
  }
}
