package dev.mayfly.engine.partition;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.KeyEncoder;
import dev.mayfly.engine.partition.PartitionKeyComponent.Constant;
import dev.mayfly.engine.partition.PartitionKeyComponent.Numeric;
import dev.mayfly.engine.partition.PartitionKeyComponent.Text;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Short bytes that identify logical partitions, also where their effective partition keys collide.
 * No identity is the beginning of another one. Part of the disk format.
 *
 * <p>They are the number of values and the values themselves; if that takes more than {@link
 * #MAX_PLAIN_BYTES}, a marker and its SHA-256.
 */
public final class PartitionIdentity {
  public static final int MAX_PLAIN_BYTES = 40;

  /** Larger than any number of values. */
  private static final byte HASHED = (byte) 0x80;

  private PartitionIdentity() {}

  /** The bytes of a logical partition: its effective partition key, then its identity. */
  public static byte[] logicalPartition(PartitionKeyDefinition definition, PartitionKey key) {
    key.requireComplete(definition);
    return Bytes.concat(EffectivePartitionKey.of(definition, key), identity(key));
  }

  public static byte[] identity(PartitionKey key) {
    ByteSink sink = new ByteSink();
    sink.putByte(key.components().size());
    for (PartitionKeyComponent component : key.components()) {
      append(sink, component);
    }
    byte[] plain = sink.toByteArray();
    return plain.length <= MAX_PLAIN_BYTES ? plain : hashed(plain);
  }

  private static void append(ByteSink sink, PartitionKeyComponent component) {
    if (component instanceof Numeric number) {
      KeyEncoder.appendDouble(sink, number.value());
    } else if (component instanceof Text text) {
      KeyEncoder.appendString(sink, text.value());
    } else {
      switch ((Constant) component) {
        case UNDEFINED -> KeyEncoder.appendUndefined(sink);
        case NULL -> KeyEncoder.appendNull(sink);
        case FALSE -> KeyEncoder.appendBoolean(sink, false);
        case TRUE -> KeyEncoder.appendBoolean(sink, true);
      }
    }
  }

  private static byte[] hashed(byte[] plain) {
    ByteSink sink = new ByteSink();
    sink.putByte(HASHED);
    try {
      sink.putBytes(MessageDigest.getInstance("SHA-256").digest(plain));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    return sink.toByteArray();
  }
}
