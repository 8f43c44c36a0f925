package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawType;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.bson.LittleEndianSink;
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
 * Offsets of selected fields in a stored document, all found in one pass over its bytes; values are
 * materialized on access. Used by one thread.
 */
public final class FieldSlots {
  /** The type of a missing field. */
  public static final byte MISSING = 0;

  /** The type of a field with an array on its path, which is not traversed. */
  public static final byte BEHIND_ARRAY = 0x60;

  private final List<String> paths;
  private final FieldNameMatcher[][] names;
  private final FieldNameMatcher[] roots;
  private final byte[] types;
  private final int[] offsets;
  private final int[] lengths;
  private LazyDocument document;
  private byte[] bytes;

  private FieldSlots(List<String> paths) {
    this.paths = List.copyOf(paths);
    this.names = new FieldNameMatcher[paths.size()][];
    for (int slot = 0; slot < names.length; slot++) {
      String[] parts = paths.get(slot).split("\\.");
      names[slot] =
          Arrays.stream(parts).map(FieldNameMatcher::new).toArray(FieldNameMatcher[]::new);
    }
    this.roots = Arrays.stream(names).map(parts -> parts[0]).toArray(FieldNameMatcher[]::new);
    this.types = new byte[names.length];
    this.offsets = new int[names.length];
    this.lengths = new int[names.length];
  }

  /** Assigns slots to paths. */
  public static final class Layout {
    private final List<String> paths = new ArrayList<>();

    /**
     * The slot of an expression that is a plain field path.
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
      return new FieldSlots(paths);
    }
  }

  /** Locates the fields in a document; for duplicate names the first counts. */
  public void read(LazyDocument stored) {
    document = stored;
    byte[] all = stored.raw().bytes();
    bytes = all;
    FieldNameMatcher[] names = roots;
    for (int slot = 0; slot < names.length; slot++) {
      types[slot] = MISSING;
      offsets[slot] = 0;
    }
    int limit = stored.raw().offset() + stored.raw().length() - 1;
    int left = names.length;
    for (int at = stored.raw().offset() + Integer.BYTES; at < limit && left > 0; ) {
      int nameOffset = at + 1;
      long word = FieldNameMatcher.firstWord(all, nameOffset);
      int valueOffset = FieldNameMatcher.end(all, nameOffset, word) + 1;
      int length = RawBson.valueLength(all, all[at], valueOffset, limit);
      for (int slot = 0; slot < names.length; slot++) {
        if (names[slot].isAt(all, nameOffset, valueOffset - 1, word) && offsets[slot] == 0) {
          take(slot, all[at], valueOffset, length);
          left--;
        }
      }
      at = valueOffset + length;
    }
  }

  /** An offset without a type marks a path that ended early. */
  private void take(int slot, byte rootType, int rootOffset, int rootLength) {
    byte type = rootType;
    offsets[slot] = rootOffset;
    lengths[slot] = rootLength;
    for (int depth = 1; depth < names[slot].length; depth++) {
      if (type == RawType.ARRAY) {
        types[slot] = BEHIND_ARRAY;
        return;
      }
      type = type == RawType.DOCUMENT ? find(slot, names[slot][depth]) : MISSING;
      if (type == MISSING) {
        return;
      }
    }
    types[slot] = type;
  }

  /** Moves a slot to a field of its subdocument and returns the type of that field. */
  private byte find(int slot, FieldNameMatcher name) {
    int limit = offsets[slot] + lengths[slot] - 1;
    for (int at = offsets[slot] + Integer.BYTES; at < limit; ) {
      long word = FieldNameMatcher.firstWord(bytes, at + 1);
      int valueOffset = FieldNameMatcher.end(bytes, at + 1, word) + 1;
      int length = RawBson.valueLength(bytes, bytes[at], valueOffset, limit);
      if (name.isAt(bytes, at + 1, valueOffset - 1, word)) {
        offsets[slot] = valueOffset;
        lengths[slot] = length;
        return bytes[at];
      }
      at = valueOffset + length;
    }
    return MISSING;
  }

  /** The BSON type of the field, {@link #MISSING} or {@link #BEHIND_ARRAY}. */
  public byte type(int slot) {
    return types[slot];
  }

  /** Whether {@link #value} and the numbers do not reference the document. */
  public boolean isCopied(int slot) {
    return switch (types[slot]) {
      case RawType.DOCUMENT, RawType.ARRAY, BEHIND_ARRAY -> false;
      default -> true;
    };
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

  /** The field's value; null if missing. Not for one behind an array. */
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
      default -> rare(slot);
    };
  }

  /**
   * Writes the field as an element of another document, without reading its value; nothing if it is
   * missing. Not for one behind an array.
   */
  public void write(int slot, String name, LittleEndianSink sink) {
    if (types[slot] != MISSING) {
      sink.putByte(types[slot]);
      sink.putCString(name);
      sink.putBytes(bytes, offsets[slot], lengths[slot]);
    }
  }

  /** Rare types are read by name. */
  private BsonValue rare(int slot) {
    BsonValue value = document;
    for (String name : paths.get(slot).split("\\.")) {
      value = value.asDocument().get(name);
    }
    return value;
  }

  /** Where the value starts in {@link #bytes}. */
  public int offset(int slot) {
    return offsets[slot];
  }

  /** The length of the value in bytes; 0 if missing. */
  public int length(int slot) {
    return types[slot] == MISSING ? 0 : lengths[slot];
  }

  /** The bytes of the document; shared. */
  public byte[] bytes() {
    return bytes;
  }
}
