package dev.mayfly.engine.bson;

import java.nio.charset.StandardCharsets;

/** Steps over the elements of one document or array. Starts before the first element. */
public final class RawCursor {
  private final byte[] bytes;
  private final int limit;
  private int elementOffset;
  private int nameEnd;
  private int next;

  /**
   * @param limit the position of the terminator
   */
  RawCursor(byte[] bytes, int offset, int limit) {
    this.bytes = bytes;
    this.limit = limit;
    this.next = offset + Integer.BYTES;
  }

  /** Moves to the next element; false at the end. */
  public boolean next() {
    if (next >= limit) {
      return false;
    }
    elementOffset = next;
    nameEnd = RawBson.nameEnd(bytes, elementOffset + 1, limit);
    next = nameEnd + 1 + RawBson.valueLength(bytes, bytes[elementOffset], nameEnd + 1, limit);
    return true;
  }

  /** The {@link RawType} of the current element. */
  public byte type() {
    return bytes[elementOffset];
  }

  public String name() {
    return new String(bytes, nameOffset(), nameLength(), StandardCharsets.UTF_8);
  }

  public int nameOffset() {
    return elementOffset + 1;
  }

  public int nameLength() {
    return nameEnd - elementOffset - 1;
  }

  public RawValue value() {
    return new RawValue(bytes, type(), elementOffset, nameEnd + 1, next - nameEnd - 1);
  }

  /** A cursor over the elements of the current element, a document or an array. */
  public RawCursor elements() {
    return new RawCursor(bytes, nameEnd + 1, RawBson.checkedEnd(bytes, nameEnd + 1, next));
  }

  /** Where the current value starts. */
  public int valueOffset() {
    return nameEnd + 1;
  }

  /** The current value's own length in bytes. */
  public int valueLength() {
    return next - nameEnd - 1;
  }
}
