package dev.mayfly.engine.bson;

import static dev.mayfly.engine.error.ErrorCode.MALFORMED_BODY;

import dev.mayfly.engine.error.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Walks BSON documents as bytes. Everything but {@link #validate} expects a document that has
 * passed it once; on other bytes the walkers stay inside the array and end with MALFORMED_BODY or
 * with a wrong answer, never in an endless loop. What enters nested values recursively relies on
 * the depth that was checked.
 */
public final class RawBson {
  /** How deep documents and arrays may nest, the root being level 1. */
  public static final int MAX_DEPTH = 180;

  /** The smallest document: its length and its terminator. */
  public static final int MIN_DOCUMENT_BYTES = 5;

  private static final byte[] TTL = "ttl".getBytes(StandardCharsets.US_ASCII);

  /** Lengths of the types whose values are all of one length; -1 for others. */
  private static final byte[] FIXED_LENGTHS = fixedLengths();

  private RawBson() {}

  private static byte[] fixedLengths() {
    byte[] lengths = new byte[1 << Byte.SIZE];
    Arrays.fill(lengths, (byte) -1);
    for (byte type : new byte[] {RawType.DOUBLE, RawType.DATE, RawType.TIMESTAMP, RawType.INT64}) {
      lengths[type] = Long.BYTES;
    }
    lengths[RawType.INT32] = Integer.BYTES;
    lengths[RawType.BOOLEAN] = 1;
    lengths[RawType.NULL] = 0;
    lengths[RawType.OBJECT_ID] = 12;
    return lengths;
  }

  /**
   * Checks that the bytes are exactly one well-formed document.
   *
   * @throws EngineException TOO_LARGE past maxBytes; MALFORMED_BODY, with the position, otherwise
   */
  public static void validate(byte[] document, int maxBytes, int maxDepth) {
    new RawBsonValidator(document, maxDepth).validate(maxBytes);
  }

  /**
   * Checks that a part of the bytes is exactly one well-formed document.
   *
   * @throws EngineException MALFORMED_BODY, with the position, if it is not
   */
  public static void validate(byte[] bytes, int offset, int lengthBytes, int maxDepth) {
    new RawBsonValidator(bytes, maxDepth).validatePart(offset, offset + lengthBytes);
  }

  /** The document that fills a part of the bytes, as a value. */
  public static RawValue documentAt(byte[] bytes, int offset, int lengthBytes) {
    checkedEnd(bytes, offset, offset + lengthBytes);
    return new RawValue(bytes, RawType.DOCUMENT, offset, offset, lengthBytes);
  }

  /**
   * The value at a path, or null. Only documents are entered, not arrays; of elements with the same
   * name the first counts.
   */
  public static RawValue find(byte[] document, FieldPath path) {
    int offset = 0;
    int limit = checkedEnd(document, 0, document.length);
    int last = path.depth() - 1;
    for (int depth = 0; ; depth++) {
      RawValue value = findIn(document, offset, limit, path.utf8Name(depth));
      if (value == null || depth == last) {
        return value;
      }
      if (value.type() != RawType.DOCUMENT) {
        return null;
      }
      offset = value.offset();
      limit = checkedEnd(document, offset, offset + value.length());
    }
  }

  /** The value of the root element with this name, or null. */
  public static RawValue findRoot(byte[] document, byte[] nameUtf8) {
    return findIn(document, 0, checkedEnd(document, 0, document.length), nameUtf8);
  }

  public static RawValue root(byte[] document) {
    checkedEnd(document, 0, document.length);
    return new RawValue(document, RawType.DOCUMENT, 0, 0, document.length);
  }

  /** A cursor over the root elements. */
  public static RawCursor cursor(byte[] document) {
    return new RawCursor(document, 0, checkedEnd(document, 0, document.length));
  }

  /** The document's length without its root element ttl: a ttl must not change a charge. */
  public static int chargedSizeBytes(byte[] document) {
    int limit = checkedEnd(document, 0, document.length);
    int size = document.length;
    int position = Integer.BYTES;
    while (position < limit) {
      int valueOffset = nameEnd(document, position + 1, limit) + 1;
      int next = valueOffset + valueLength(document, document[position], valueOffset, limit);
      if (isName(document, position + 1, valueOffset - 1, TTL)) {
        size -= next - position;
      }
      position = next;
    }
    return size;
  }

  static boolean isTtl(byte[] document, int nameOffset, int nameEnd) {
    return isName(document, nameOffset, nameEnd, TTL);
  }

  private static boolean isName(byte[] document, int from, int to, byte[] name) {
    if (to - from != name.length) {
      return false;
    }
    for (int i = 0; i < name.length; i++) {
      if (document[from + i] != name[i]) {
        return false;
      }
    }
    return true;
  }

  static RawValue findIn(byte[] document, int offset, int limit, byte[] name) {
    int position = offset + Integer.BYTES;
    while (position < limit) {
      byte type = document[position];
      int nameOffset = position + 1;
      int matched = 0;
      while (matched < name.length
          && nameOffset + matched < limit
          && document[nameOffset + matched] == name[matched]) {
        matched++;
      }
      int nameEnd = nameEnd(document, nameOffset + matched, limit);
      int valueOffset = nameEnd + 1;
      int length = valueLength(document, type, valueOffset, limit);
      if (matched == name.length && nameEnd == nameOffset + matched) {
        return new RawValue(document, type, position, valueOffset, length);
      }
      position = valueOffset + length;
    }
    return null;
  }

  /** The position of a document's terminator, after a check of its declared length. */
  static int checkedEnd(byte[] bytes, int offset, int limit) {
    if (limit - offset < MIN_DOCUMENT_BYTES) {
      throw malformed(offset, "a document needs at least " + MIN_DOCUMENT_BYTES + " bytes");
    }
    int length = LittleEndian.int32(bytes, offset);
    if (length != limit - offset || bytes[limit - 1] != 0) {
      throw malformed(offset, "the document's length or terminator is wrong");
    }
    return limit - 1;
  }

  /** The position of the zero that ends the name which starts here. */
  static int nameEnd(byte[] bytes, int from, int limit) {
    int position = from;
    while (position < limit && bytes[position] != 0) {
      position++;
    }
    if (position >= limit) {
      throw malformed(from, "a name does not end");
    }
    return position;
  }

  /** The length of the value of this type that starts here; it ends at or before limit. */
  public static int valueLength(byte[] bytes, byte type, int offset, int limit) {
    int fixed = FIXED_LENGTHS[type & 0xFF];
    if (fixed >= 0 && fixed <= limit - offset) {
      return fixed;
    }
    int room = limit - offset - Integer.BYTES;
    if (type == RawType.STRING && room > 0) {
      int length = LittleEndian.int32(bytes, offset);
      if (length > 0 && length <= room) {
        return Integer.BYTES + length;
      }
    }
    return checkedLength(bytes, type, offset, limit);
  }

  private static int checkedLength(byte[] bytes, byte type, int offset, int limit) {
    long length =
        switch (type) {
          case RawType.NULL, RawType.UNDEFINED, RawType.MIN_KEY, RawType.MAX_KEY -> 0;
          case RawType.BOOLEAN -> 1;
          case RawType.INT32 -> Integer.BYTES;
          case RawType.DOUBLE, RawType.DATE, RawType.TIMESTAMP, RawType.INT64 -> Long.BYTES;
          case RawType.OBJECT_ID -> 12;
          case RawType.DECIMAL128 -> 16;
          case RawType.STRING, RawType.JAVASCRIPT, RawType.SYMBOL ->
              Integer.BYTES + declared(bytes, offset, limit, 1);
          case RawType.DOCUMENT, RawType.ARRAY ->
              declared(bytes, offset, limit, MIN_DOCUMENT_BYTES);
          case RawType.BINARY -> Integer.BYTES + 1 + declared(bytes, offset, limit, 0);
          case RawType.DB_POINTER -> Integer.BYTES + 12 + declared(bytes, offset, limit, 1);
          case RawType.JAVASCRIPT_WITH_SCOPE -> declared(bytes, offset, limit, 14);
          case RawType.REGEX ->
              nameEnd(bytes, nameEnd(bytes, offset, limit) + 1, limit) + 1L - offset;
          default -> throw malformed(offset, RawType.nameOf(type));
        };
    if (length > limit - offset) {
      throw malformed(offset, "a value of type " + RawType.nameOf(type) + " is cut off");
    }
    return (int) length;
  }

  private static long declared(byte[] bytes, int offset, int limit, int minimum) {
    if (limit - offset < Integer.BYTES) {
      throw malformed(offset, "a length is cut off");
    }
    int length = LittleEndian.int32(bytes, offset);
    if (length < minimum) {
      throw malformed(offset, "the length " + length + " is not possible");
    }
    return length;
  }

  static EngineException malformed(int position, String why) {
    return new EngineException(
        MALFORMED_BODY, "The body is not well-formed BSON at byte " + position + ": " + why + ".");
  }
}
