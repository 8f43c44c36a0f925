package dev.mayfly.cosmos.resource;

import java.util.Arrays;
import java.util.Base64;

/**
 * Resource ids as clients take them apart: 4 bytes for a database, 4 more for a container (top bit
 * set) or user (top bit clear), 8 more for what is in it. Base64 with a minus sign for a slash.
 */
public final class ResourceId {
  private static final int CONTAINER_BIT = 0x8000_0000;
  private static final int DATABASE_BYTES = 4;
  private static final int CONTAINER_BYTES = 8;
  private static final int CHILD_BYTES = 16;

  private ResourceId() {}

  public static String database(int number) {
    byte[] bytes = new byte[DATABASE_BYTES];
    putInt(bytes, 0, number);
    return text(bytes);
  }

  public static String container(int database, int container) {
    return text(containerBytes(database, container));
  }

  /**
   * The id of something in a container.
   *
   * @param type whose nibble marks it
   * @param number below 2^60
   */
  public static String child(int database, int container, ResourceType type, long number) {
    byte[] bytes = new byte[CHILD_BYTES];
    System.arraycopy(containerBytes(database, container), 0, bytes, 0, CONTAINER_BYTES);
    putChild(bytes, nibble(type), number);
    return text(bytes);
  }

  public static String user(int database, int user) {
    byte[] bytes = new byte[CONTAINER_BYTES];
    putInt(bytes, 0, database);
    putInt(bytes, 4, user & ~CONTAINER_BIT);
    return text(bytes);
  }

  public static String permission(int database, int user, long number) {
    byte[] bytes = new byte[CHILD_BYTES];
    putInt(bytes, 0, database);
    putInt(bytes, 4, user & ~CONTAINER_BIT);
    putChild(bytes, 0, number);
    return text(bytes);
  }

  /** The id of the offer of a database or container: 3 bytes, and 6 once those are used up. */
  public static String offer(int owner) {
    byte[] bytes = new byte[owner < 1 << 24 ? 3 : 6];
    for (int i = 0; i < Math.min(bytes.length, 4); i++) {
      bytes[bytes.length - 1 - i] = (byte) (owner >>> (8 * i));
    }
    return text(bytes);
  }

  private static byte[] containerBytes(int database, int container) {
    byte[] bytes = new byte[CONTAINER_BYTES];
    putInt(bytes, 0, database);
    putInt(bytes, 4, container | CONTAINER_BIT);
    return bytes;
  }

  private static void putInt(byte[] bytes, int offset, int value) {
    for (int i = 0; i < 4; i++) {
      bytes[offset + i] = (byte) (value >>> (24 - 8 * i));
    }
  }

  private static void putChild(byte[] bytes, int nibble, long number) {
    for (int i = 0; i < 8; i++) {
      bytes[CONTAINER_BYTES + i] = (byte) (number >>> (8 * i));
    }
    bytes[CHILD_BYTES - 1] = (byte) (bytes[CHILD_BYTES - 1] & 0x0F | nibble << 4);
  }

  private static int nibble(ResourceType type) {
    return switch (type) {
      case STORED_PROCEDURE -> 8;
      case TRIGGER -> 7;
      case FUNCTION -> 6;
      case PARTITION_KEY_RANGE -> 5;
      case CONFLICT -> 4;
      default -> 0;
    };
  }

  /** The text of the bytes of an id. */
  public static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes).replace('/', '-');
  }

  /** The bytes of a text that has the form of a resource id, or null. */
  public static byte[] parse(String text) {
    if (text.isEmpty() || text.length() % 4 != 0 || text.length() > 28) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(text.replace('-', '/'));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** The number of the database whose id the text is, or 0. */
  public static int databaseNumber(String text) {
    byte[] bytes = parse(text);
    return bytes == null || bytes.length != DATABASE_BYTES ? 0 : getInt(bytes, 0);
  }

  /** The number of the container whose id the text is, or 0. */
  public static int containerNumber(String text) {
    byte[] bytes = parse(text);
    return bytes == null || bytes.length != CONTAINER_BYTES || bytes[4] >= 0
        ? 0
        : getInt(bytes, 4) & ~CONTAINER_BIT;
  }

  /** The number of the item of that container whose id the text is, or -1. */
  public static long itemNumber(String text, int database, int container) {
    byte[] bytes = parse(text);
    if (bytes == null
        || bytes.length != CHILD_BYTES
        || bytes[CHILD_BYTES - 1] >>> 4 != 0
        || !Arrays.equals(
            bytes, 0, CONTAINER_BYTES, containerBytes(database, container), 0, CONTAINER_BYTES)) {
      return -1;
    }
    long number = 0;
    for (int i = CHILD_BYTES - 1; i >= CONTAINER_BYTES; i--) {
      number = number << 8 | bytes[i] & 0xFF;
    }
    return number;
  }

  private static int getInt(byte[] bytes, int offset) {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      value = value << 8 | bytes[offset + i] & 0xFF;
    }
    return value;
  }
}
