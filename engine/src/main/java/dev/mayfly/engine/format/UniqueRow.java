package dev.mayfly.engine.format;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** The value of a unique row: which version of which item owns the key. */
public record UniqueRow(long lsn, byte[] suffix) {
  private static final int PLAIN_BYTES_MAX = 64;
  private static final byte PLAIN = 0;
  private static final byte HASHED = 1;

  public byte[] encode() {
    byte[] value = Bytes.concat(Bytes.ofLong(lsn), suffix);
    assert decode(value).isSame(this) : "a unique row that is read otherwise";
    return value;
  }

  private boolean isSame(UniqueRow that) {
    return lsn == that.lsn && Arrays.equals(suffix, that.suffix);
  }

  public static UniqueRow decode(byte[] value) {
    return new UniqueRow(Bytes.getLong(value, 0), Bytes.tail(value, 8));
  }

  /** The values of a unique key as they stand in the key of its row: as they are, or a hash. */
  public static byte[] bounded(byte[] values) {
    if (values.length <= PLAIN_BYTES_MAX) {
      return Bytes.concat(new byte[] {PLAIN}, values);
    }
    try {
      return Bytes.concat(new byte[] {HASHED}, MessageDigest.getInstance("SHA-256").digest(values));
    } catch (NoSuchAlgorithmException e) {
      throw new EngineException(ErrorCode.INTERNAL, "This JDK has no SHA-256.", e);
    }
  }
}
