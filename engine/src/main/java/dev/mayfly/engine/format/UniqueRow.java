package dev.mayfly.engine.format;

/** The value of a unique row: which version of which item owns the key. */
public record UniqueRow(long lsn, byte[] suffix) {
  public byte[] encode() {
    return Bytes.concat(Bytes.ofLong(lsn), suffix);
  }

  public static UniqueRow decode(byte[] value) {
    return new UniqueRow(Bytes.getLong(value, 0), Bytes.tail(value, 8));
  }
}
