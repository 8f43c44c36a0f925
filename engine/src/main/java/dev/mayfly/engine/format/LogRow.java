package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.Damage;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.ChangeKind;
import java.util.Arrays;

/**
 * The value of a log row.
 *
 * @param kind what happened
 * @param tsSecond when it was committed
 * @param previousLsn of the version that this one replaced; 0 if there is none, or if it is not
 *     known because an earlier version of Mayfly wrote the row
 * @param suffix the item's key within its container
 * @param row the item as written, or for deletes as it was
 */
public record LogRow(ChangeKind kind, long tsSecond, long previousLsn, byte[] suffix, byte[] row) {
  /** The code of a replace whose row says what was replaced. */
  private static final int REPLACE_WITH_PREVIOUS = 5;

  private static final int SUFFIX_LENGTH = 9;
  private static final int FIXED_BYTES = 11;

  private static int code(ChangeKind kind) {
    return switch (kind) {
      case CREATE -> 1;
      case REPLACE -> 2;
      case DELETE -> 3;
      case TTL_DELETE -> 4;
    };
  }

  private static ChangeKind kind(int code) {
    for (ChangeKind kind : ChangeKind.values()) {
      if (code(kind) == code) {
        return kind;
      }
    }
    throw damaged();
  }

  public byte[] encode() {
    boolean knowsPrevious = kind == ChangeKind.REPLACE && previousLsn > 0;
    int suffixAt = FIXED_BYTES + (knowsPrevious ? Long.BYTES : 0);
    byte[] value = new byte[suffixAt + suffix.length + row.length];
    value[0] = (byte) (knowsPrevious ? REPLACE_WITH_PREVIOUS : code(kind));
    Bytes.putLong(value, 1, tsSecond);
    Bytes.putShort(value, SUFFIX_LENGTH, suffix.length);
    if (knowsPrevious) {
      Bytes.putLong(value, FIXED_BYTES, previousLsn);
    }
    System.arraycopy(suffix, 0, value, suffixAt, suffix.length);
    System.arraycopy(row, 0, value, suffixAt + suffix.length, row.length);
    assert decode(value).isSame(this) : "a log row that is read otherwise";
    return value;
  }

  /** Only a replace keeps the LSN of the version before. */
  private boolean isSame(LogRow that) {
    return kind == that.kind
        && tsSecond == that.tsSecond
        && (kind != ChangeKind.REPLACE || previousLsn == that.previousLsn)
        && Arrays.equals(suffix, that.suffix)
        && Arrays.equals(row, that.row);
  }

  public static LogRow decode(byte[] value) {
    boolean knowsPrevious = value.length > 0 && value[0] == REPLACE_WITH_PREVIOUS;
    int suffixAt = FIXED_BYTES + (knowsPrevious ? Long.BYTES : 0);
    if (value.length < suffixAt) {
      throw damaged();
    }
    int rowAt = suffixAt + Bytes.getUnsignedShort(value, SUFFIX_LENGTH);
    long previousLsn = knowsPrevious ? Bytes.getLong(value, FIXED_BYTES) : 0;
    if (value.length < rowAt || knowsPrevious && previousLsn <= 0) {
      throw damaged();
    }
    return new LogRow(
        knowsPrevious ? ChangeKind.REPLACE : kind(value[0]),
        Bytes.getLong(value, 1),
        previousLsn,
        Arrays.copyOfRange(value, suffixAt, rowAt),
        Bytes.tail(value, rowAt));
  }

  private static EngineException damaged() {
    return Damage.of("A row of the log");
  }
}
