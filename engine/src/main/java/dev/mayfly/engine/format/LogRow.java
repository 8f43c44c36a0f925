package dev.mayfly.engine.format;

import dev.mayfly.engine.error.EngineException;
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
public record LogRow(Kind kind, long tsSecond, long previousLsn, byte[] suffix, byte[] row) {
  /** The code of a replace whose row says what was replaced. */
  private static final int REPLACE_WITH_PREVIOUS = 5;

  private static final int SUFFIX_LENGTH = 9;
  private static final int FIXED_BYTES = 11;

  /** What happened to an item. */
  public enum Kind {
    CREATE(1),
    REPLACE(2),
    DELETE(3),
    TTL_DELETE(4);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind of(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw damaged();
    }
  }

  public byte[] encode() {
    boolean knowsPrevious = kind == Kind.REPLACE && previousLsn > 0;
    int suffixAt = FIXED_BYTES + (knowsPrevious ? Long.BYTES : 0);
    byte[] value = new byte[suffixAt + suffix.length + row.length];
    value[0] = (byte) (knowsPrevious ? REPLACE_WITH_PREVIOUS : kind.code);
    Bytes.putLong(value, 1, tsSecond);
    Bytes.putShort(value, SUFFIX_LENGTH, suffix.length);
    if (knowsPrevious) {
      Bytes.putLong(value, FIXED_BYTES, previousLsn);
    }
    System.arraycopy(suffix, 0, value, suffixAt, suffix.length);
    System.arraycopy(row, 0, value, suffixAt + suffix.length, row.length);
    return value;
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
        knowsPrevious ? Kind.REPLACE : Kind.of(value[0]),
        Bytes.getLong(value, 1),
        previousLsn,
        Arrays.copyOfRange(value, suffixAt, rowAt),
        Bytes.tail(value, rowAt));
  }

  private static EngineException damaged() {
    return Damage.of("A row of the log");
  }
}
