package dev.mayfly.cosmos.query.value;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.TreeMap;

/** Sixteen bytes that are the same for equal values, and as good as never for others. */
public final class ValueHash {
  public static final int BYTES = 16;

  private ValueHash() {}

  public static byte[] of(Value... values) {
    MessageDigest digest = digest();
    for (Value value : values) {
      add(value, digest);
    }
    return Arrays.copyOf(digest.digest(), BYTES);
  }

  /** Eight bytes for a list of values and its tie breaker. */
  public static long of(Value[] values, byte[] tie) {
    MessageDigest digest = digest();
    for (Value value : values) {
      add(value, digest);
    }
    digest.update(tie);
    return ByteBuffer.wrap(digest.digest()).getLong();
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static void add(Value value, MessageDigest digest) {
    digest.update((byte) value.kind().ordinal());
    if (value instanceof StringValue string) {
      add(string.text(), digest);
    } else if (value instanceof NumberValue number) {
      add(text(number), digest);
    } else if (value instanceof ArrayValue array) {
      for (Value element : array.elements()) {
        add(element, digest);
      }
      digest.update((byte) -1);
    } else if (value instanceof ObjectValue object) {
      new TreeMap<>(object.members())
          .forEach(
              (name, member) -> {
                add(name, digest);
                add(member, digest);
              });
      digest.update((byte) -1);
    } else {
      digest.update((byte) (value.isTrue() ? 1 : 0));
    }
  }

  private static String text(NumberValue number) {
    double value = number.asDouble();
    boolean whole = value == Math.rint(value) && Math.abs(value) < 0x1p63;
    if (number instanceof NumberValue.Whole exact) {
      return Long.toString(exact.number());
    }
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private static void add(String text, MessageDigest digest) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (bytes.length >>> shift));
    }
    digest.update(bytes);
  }
}
