package dev.mayfly.mongo.aggregate;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.bson.RawType;
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

  private final List<String> paths;
  private final SlotName[][] names;
  private final SlotName[] roots;
  private final byte[] types;
  private final int[] offsets;
  private final int[] lengths;
  private LazyDocument document;
  private byte[] bytes;

  private FieldSlots(List<String> paths) {
    this.paths = List.copyOf(paths);
    this.names = new SlotName[paths.size()][];
    for (int slot = 0; slot < names.length; slot++) {
      String[] parts = paths.get(slot).split("\\.");
      names[slot] = Arrays.stream(parts).map(SlotName::new).toArray(SlotName[]::new);
    }
    this.roots = Arrays.stream(names).map(parts -> parts[0]).toArray(SlotName[]::new);
    this.types = new byte[names.length];
    this.offsets = new int[names.length];
    this.lengths = new int[names.length];
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
      return new FieldSlots(paths);
    }
  }

  /** Finds all fields of a document; of those with one name, the first. */
  public void read(LazyDocument stored) {
    document = stored;
    byte[] all = stored.raw().bytes();
    bytes = all;
    SlotName[] wanted = roots;
    for (int slot = 0; slot < wanted.length; slot++) {
      types[slot] = MISSING;
      offsets[slot] = 0;
    }
    int limit = stored.raw().offset() + stored.raw().length() - 1;
    int left = wanted.length;
    for (int at = stored.raw().offset() + Integer.BYTES; at < limit && left > 0; ) {
      int nameOffset = at + 1;
      long word = SlotName.firstWord(all, nameOffset);
      int valueOffset = SlotName.end(all, nameOffset, word) + 1;
      int length = RawBson.valueLength(all, all[at], valueOffset, limit);
      for (int slot = 0; slot < wanted.length; slot++) {
        if (wanted[slot].isAt(all, nameOffset, valueOffset - 1, word) && offsets[slot] == 0) {
          take(slot, all[at], valueOffset, length);
          left--;
        }
      }
      at = valueOffset + length;
    }
  }

  /** An offset without a type says that the path has ended on its way. */
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

  /** Moves a slot from an inner document to a field of it, whose type is returned. */
  private byte find(int slot, SlotName name) {
    int limit = offsets[slot] + lengths[slot] - 1;
    for (int at = offsets[slot] + Integer.BYTES; at < limit; ) {
      long word = SlotName.firstWord(bytes, at + 1);
      int valueOffset = SlotName.end(bytes, at + 1, word) + 1;
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

  /** The type of the field as a byte of BSON, {@link #MISSING} or {@link #BEHIND_ARRAY}. */
  public byte type(int slot) {
    return types[slot];
  }

  /** Whether {@link #value} and the numbers keep nothing of the document. */
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
      default -> rare(slot);
    };
  }

  /** Types that are not worth a way of their own are found again by name. */
  private BsonValue rare(int slot) {
    BsonValue value = document;
    for (String name : paths.get(slot).split("\\.")) {
      value = value.asDocument().get(name);
    }
    return value;
  }

  /** Where the value starts in {@link #bytes}. */
  int offset(int slot) {
    return offsets[slot];
  }

  /** How long the value is; nothing for a missing one. */
  int length(int slot) {
    return types[slot] == MISSING ? 0 : lengths[slot];
  }

  byte[] bytes() {
    return bytes;
  }
}
