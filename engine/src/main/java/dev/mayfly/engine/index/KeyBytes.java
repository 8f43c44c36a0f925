package dev.mayfly.engine.index;

import dev.mayfly.engine.bson.ByteSink;
import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.KeyDecoder;
import dev.mayfly.engine.bson.KeyEncoder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonValue;

/**
 * Keys of indexes as bytes: the encoded values one after the other, those of descending parts with
 * all bits flipped. A key longer than {@link #WHOLE_BYTES_MAX} is cut there and a hash of all of it
 * follows: no value is too long for an index, and equal keys stay the only equal ones. Keys that
 * begin alike for so long are then not in the order of their values.
 */
public final class KeyBytes {
  public static final int WHOLE_BYTES_MAX = 1024;
  private static final int HASH_BYTES = 32;

  private KeyBytes() {}

  /** The key as it stands in a row. */
  static byte[] bounded(byte[] key) {
    return key.length <= WHOLE_BYTES_MAX
        ? key
        : Bytes.concat(Arrays.copyOf(key, WHOLE_BYTES_MAX), hash(key));
  }

  /** Whether a key as it stands in a row was cut. */
  public static boolean isCut(int length) {
    return length == WHOLE_BYTES_MAX + HASH_BYTES;
  }

  static void append(ByteSink sink, BsonValue value, boolean descending) {
    int start = sink.length();
    KeyEncoder.append(sink, value);
    if (descending) {
      sink.invertFrom(start);
    }
  }

  /** The values of a key; none if it was cut. */
  public static List<BsonValue> values(PathIndex index, byte[] key) {
    List<BsonValue> values = new ArrayList<>();
    if (isCut(key.length)) {
      return values;
    }
    byte[] flipped = key.clone();
    for (int i = 0; i < flipped.length; i++) {
      flipped[i] = (byte) ~flipped[i];
    }
    int position = 0;
    for (PathIndex.Part part : index.parts()) {
      KeyDecoder decoder = new KeyDecoder(part.descending() ? flipped : key, position);
      values.add(decoder.next());
      position = decoder.position();
    }
    return values;
  }

  private static byte[] hash(byte[] key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
