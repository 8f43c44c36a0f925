package dev.mayfly.engine.format;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.OperationKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The value of a row of the operation log. Absent parts are null.
 *
 * @param second when it was committed
 * @param position bytes that were logged before it
 * @param container number of the container, 0 for a database
 * @param namespace {@link #namespace} of the container or database
 * @param transaction what its transaction is called, in the words of the front end
 * @param firstLsn of the transaction
 * @param key what names the item
 * @param delta how the version before became this one
 * @param before the version, or the container's state, before
 * @param after the version, or the container's state, after
 * @param target namespace of a renamed container
 */
public record OperationRow(
    OperationKind kind,
    long second,
    long position,
    int container,
    byte[] namespace,
    byte[] transaction,
    long firstLsn,
    byte[] key,
    byte[] delta,
    byte[] before,
    byte[] after,
    byte[] target) {
  private static final OperationKind[] KINDS = OperationKind.values();
  private static final int PARTS = 6;
  private static final int AFTER = 4;
  private static final int FLAGS_AT = 1;
  private static final int SECOND_AT = 2;
  private static final int POSITION_AT = 10;
  private static final int CONTAINER_AT = 18;
  private static final int NAMESPACE_AT = 22;

  public OperationRow {
    requireNonNull(kind, "kind");
    requireNonNull(namespace, "namespace");
  }

  /** A database's name, or that and a container's with a zero between them. */
  public static byte[] namespace(String database, String container) {
    return (container == null ? database : database + '\0' + container)
        .getBytes(StandardCharsets.UTF_8);
  }

  public byte[] encode() {
    return encode(null);
  }

  /**
   * The row with the body of an item as the version after, which is not copied more than once.
   *
   * @param item null for the version after of this row
   */
  public byte[] encode(ItemRow item) {
    byte[][] parts = {transaction, key, delta, before, after, target};
    int length = NAMESPACE_AT + Short.BYTES + namespace.length;
    int flags = 0;
    for (int i = 0; i < PARTS; i++) {
      int bytes = i == AFTER && item != null ? item.bodyLength() : length(parts[i]);
      if (bytes >= 0) {
        flags |= 1 << i;
        length += Integer.BYTES + bytes;
      }
    }
    length += transaction == null ? 0 : Long.BYTES;
    byte[] value = new byte[length];
    value[0] = (byte) kind.ordinal();
    value[FLAGS_AT] = (byte) flags;
    Bytes.putLong(value, SECOND_AT, second);
    Bytes.putLong(value, POSITION_AT, position);
    Bytes.putInt(value, CONTAINER_AT, container);
    Bytes.putShort(value, NAMESPACE_AT, namespace.length);
    int at = NAMESPACE_AT + Short.BYTES;
    System.arraycopy(namespace, 0, value, at, namespace.length);
    at += namespace.length;
    if (transaction != null) {
      Bytes.putLong(value, at, firstLsn);
      at += Long.BYTES;
    }
    for (int i = 0; i < PARTS; i++) {
      if (i == AFTER && item != null) {
        Bytes.putInt(value, at, item.bodyLength());
        item.copyBody(value, at + Integer.BYTES);
        at += Integer.BYTES + item.bodyLength();
      } else if (parts[i] != null) {
        Bytes.putInt(value, at, parts[i].length);
        System.arraycopy(parts[i], 0, value, at + Integer.BYTES, parts[i].length);
        at += Integer.BYTES + parts[i].length;
      }
    }
    return value;
  }

  private static int length(byte[] part) {
    return part == null ? -1 : part.length;
  }

  public static long second(byte[] value) {
    requireLength(value, NAMESPACE_AT);
    return Bytes.getLong(value, SECOND_AT);
  }

  public static long position(byte[] value) {
    requireLength(value, NAMESPACE_AT);
    return Bytes.getLong(value, POSITION_AT);
  }

  /** Whether a row is about a namespace, or one in it; decodes nothing else. */
  public static boolean isIn(byte[] value, byte[] namespace) {
    requireLength(value, NAMESPACE_AT + Short.BYTES);
    int from = NAMESPACE_AT + Short.BYTES;
    int length = Bytes.getUnsignedShort(value, NAMESPACE_AT);
    requireLength(value, from + length);
    if (length < namespace.length
        || !Arrays.equals(value, from, from + namespace.length, namespace, 0, namespace.length)) {
      return false;
    }
    return length == namespace.length || value[from + namespace.length] == 0;
  }

  /** Whether it is a container that was renamed. */
  public static boolean isRename(byte[] value) {
    requireLength(value, NAMESPACE_AT);
    return value[0] == OperationKind.RENAME_CONTAINER.ordinal();
  }

  public static OperationRow decode(byte[] value) {
    requireLength(value, NAMESPACE_AT + Short.BYTES);
    int flags = value[FLAGS_AT];
    if (value[0] < 0 || value[0] >= KINDS.length || flags >>> PARTS != 0) {
      throw damaged();
    }
    int at = NAMESPACE_AT + Short.BYTES;
    int namespaceEnd = at + Bytes.getUnsignedShort(value, NAMESPACE_AT);
    requireLength(value, namespaceEnd);
    byte[] namespace = Arrays.copyOfRange(value, at, namespaceEnd);
    at = namespaceEnd;
    long firstLsn = 0;
    if ((flags & 1) != 0) {
      requireLength(value, at + Long.BYTES);
      firstLsn = Bytes.getLong(value, at);
      at += Long.BYTES;
    }
    byte[][] parts = new byte[PARTS][];
    for (int i = 0; i < PARTS; i++) {
      if ((flags & 1 << i) != 0) {
        requireLength(value, at + Integer.BYTES);
        int length = Bytes.getInt(value, at);
        at += Integer.BYTES;
        if (length < 0 || length > value.length - at) {
          throw damaged();
        }
        parts[i] = Arrays.copyOfRange(value, at, at + length);
        at += length;
      }
    }
    if (at != value.length) {
      throw damaged();
    }
    return new OperationRow(
        KINDS[value[0]],
        Bytes.getLong(value, SECOND_AT),
        Bytes.getLong(value, POSITION_AT),
        Bytes.getInt(value, CONTAINER_AT),
        namespace,
        parts[0],
        firstLsn,
        parts[1],
        parts[2],
        parts[3],
        parts[4],
        parts[5]);
  }

  private static void requireLength(byte[] value, int length) {
    if (value.length < length) {
      throw damaged();
    }
  }

  private static EngineException damaged() {
    return Damage.of("A row of the operation log");
  }
}
