package dev.mayfly.engine.partition;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.partition.PartitionKeyComponent.Constant;
import dev.mayfly.engine.partition.PartitionKeyComponent.Numeric;
import dev.mayfly.engine.partition.PartitionKeyComponent.Text;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a partition key lies in the hash space, as the Cosmos DB clients compute it. Keys with the
 * same place need not be equal: {@link PartitionIdentity} distinguishes them.
 */
public final class EffectivePartitionKey {
  private static final int UNDEFINED = 0x00;
  private static final int NULL = 0x01;
  private static final int FALSE = 0x02;
  private static final int TRUE = 0x03;
  private static final int NUMBER = 0x05;
  private static final int TEXT = 0x08;

  private static final int V2_BYTES = 16;

  /** Version 1 hashes no more of a text. */
  private static final int V1_TEXT_CHARS = 100;

  private static final int V1_TEXT_BYTES = 100;
  private static final int V1_TERMINATOR = 0x00;
  private static final int V2_TERMINATOR = 0xFF;

  private EffectivePartitionKey() {}

  /**
   * The place of a key. With fewer values than the definition has paths, for MULTI_HASH, the bytes
   * that all keys which start with these values share; with none, no bytes.
   *
   * @throws EngineException WRONG_PARTITION_KEY if the key has more values than there are paths
   */
  public static byte[] of(PartitionKeyDefinition definition, PartitionKey key) {
    List<PartitionKeyComponent> components = key.components();
    if (components.size() > definition.paths().size()) {
      key.requireComplete(definition);
    }
    if (components.isEmpty()) {
      return new byte[0];
    }
    ByteSink sink = new ByteSink(16 * components.size());
    if (definition.version() == 1) {
      putV1(sink, components.get(0));
    } else {
      for (PartitionKeyComponent component : components) {
        putV2(sink, component);
      }
    }
    return sink.toByteArray();
  }

  /**
   * How many bytes the key takes that these bytes begin with; as many as there are if they end
   * before a whole key does.
   */
  public static int length(PartitionKeyDefinition definition, byte[] bytes) {
    int length =
        definition.version() == 1 && !definition.paths().isEmpty()
            ? lengthV1(bytes)
            : V2_BYTES * definition.paths().size();
    return Math.min(length, bytes.length);
  }

  private static int lengthV1(byte[] bytes) {
    int value = orderedNumberEnd(bytes, 0);
    if (value >= bytes.length) {
      return bytes.length;
    }
    return switch (bytes[value]) {
      case NUMBER -> orderedNumberEnd(bytes, value);
      case TEXT -> orderedTextEnd(bytes, value);
      default -> value + 1;
    };
  }

  private static int orderedNumberEnd(byte[] bytes, int start) {
    int at = start + 2;
    while (at < bytes.length && (bytes[at] & 1) != 0) {
      at++;
    }
    return at + 1;
  }

  private static int orderedTextEnd(byte[] bytes, int start) {
    int at = start + 1;
    while (at < bytes.length && at < start + 1 + V1_TEXT_BYTES && bytes[at] != V1_TERMINATOR) {
      at++;
    }
    return at + 1;
  }

  private static void putV2(ByteSink sink, PartitionKeyComponent component) {
    byte[] input = hashInput(component, utf8(component, Integer.MAX_VALUE), V2_TERMINATOR);
    MurmurHash3.Hash128 hash = MurmurHash3.hash128(input);
    sink.putLong(hash.second() & 0x3FFFFFFFFFFFFFFFL);
    sink.putLong(hash.first());
  }

  private static void putV1(ByteSink sink, PartitionKeyComponent component) {
    byte[] utf8 = utf8(component, V1_TEXT_CHARS);
    int hash = MurmurHash3.hash32(hashInput(component, utf8, V1_TERMINATOR));
    putOrderedNumber(sink, Integer.toUnsignedLong(hash));
    if (component instanceof Numeric number) {
      putOrderedNumber(sink, number.value());
    } else if (component instanceof Text) {
      putOrderedText(sink, utf8);
    } else {
      sink.putByte(tag((Constant) component));
    }
  }

  /**
   * The bytes of a text's beginning, null for other values. Where the cut splits a surrogate pair,
   * a question mark takes the place of the first half, as in the Java client.
   */
  private static byte[] utf8(PartitionKeyComponent component, int maxChars) {
    if (!(component instanceof Text text)) {
      return null;
    }
    String value = text.value();
    String cut = value.length() > maxChars ? value.substring(0, maxChars) : value;
    return cut.getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] hashInput(
      PartitionKeyComponent component, byte[] utf8, int textTerminator) {
    ByteSink sink = new ByteSink();
    if (component instanceof Numeric number) {
      sink.putByte(NUMBER);
      sink.putLong(Long.reverseBytes(Double.doubleToLongBits(number.value())));
    } else if (component instanceof Text) {
      sink.putByte(TEXT);
      sink.putBytes(utf8);
      sink.putByte(textTerminator);
    } else {
      sink.putByte(tag((Constant) component));
    }
    return sink.toByteArray();
  }

  private static int tag(Constant constant) {
    return switch (constant) {
      case UNDEFINED -> UNDEFINED;
      case NULL -> NULL;
      case FALSE -> FALSE;
      case TRUE -> TRUE;
    };
  }

  /** The bytes of a number such that their order is that of numbers. */
  static byte[] orderedNumber(double number) {
    ByteSink sink = new ByteSink();
    putOrderedNumber(sink, number);
    return sink.toByteArray();
  }

  /** The number that {@link #orderedNumber(double)} made these bytes of. */
  static double orderedNumber(byte[] bytes) {
    long ordered = (bytes[1] & 0xFFL) << 56;
    for (int at = 2; at < bytes.length; at++) {
      ordered |= (bytes[at] & 0xFEL) >>> 1 << (56 - 7 * (at - 1));
    }
    return Double.longBitsToDouble(ordered < 0 ? ordered ^ Long.MIN_VALUE : -ordered);
  }

  /** Eight bits, then seven to a byte; the lowest bit says whether another byte follows. */
  private static void putOrderedNumber(ByteSink sink, double number) {
    sink.putByte(NUMBER);
    long bits = Double.doubleToLongBits(number);
    long ordered = bits >= 0 ? bits ^ Long.MIN_VALUE : -bits;
    sink.putByte((int) (ordered >>> 56));
    ordered <<= 8;
    do {
      int next = (int) (ordered >>> 56) & 0xFE;
      ordered <<= 7;
      sink.putByte(ordered == 0 ? next : next | 1);
    } while (ordered != 0);
  }

  private static void putOrderedText(ByteSink sink, byte[] utf8) {
    sink.putByte(TEXT);
    boolean whole = utf8.length <= V1_TEXT_BYTES;
    for (int i = 0; i < (whole ? utf8.length : V1_TEXT_BYTES + 1); i++) {
      sink.putByte(utf8[i] + 1);
    }
    if (whole) {
      sink.putByte(V1_TERMINATOR);
    }
  }
}
