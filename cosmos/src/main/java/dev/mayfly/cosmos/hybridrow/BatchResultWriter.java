package dev.mayfly.cosmos.hybridrow;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;

/** Writes the results of a batch as the .NET SDK reads them. */
public final class BatchResultWriter {
  private static final int SEGMENT_BYTES = Format.HEADER_BYTES + 5;
  private static final int RECORD_BYTES = Format.HEADER_BYTES + 8;

  /** More than a row has beside its etag and its body. */
  private static final int OTHER_BYTES_MAX = RECORD_BYTES + 64;

  // Which columns are there.
  private static final int HAS_STATUS = 1 | 2;
  private static final int HAS_ETAG = 4;
  private static final int HAS_BODY = 8;

  private byte[] out = new byte[512];
  private int length;

  public BatchResultWriter() {
    header(Format.SEGMENT);
    out[length++] = 1;
    int32(SEGMENT_BYTES);
  }

  /**
   * Adds what became of an operation.
   *
   * @param etag of the item, or null
   * @param body the item as JSON, or null
   * @param retryAfterMillis 0 unless it was throttled
   */
  public void add(
      int status,
      int subStatus,
      String etag,
      byte[] body,
      long retryAfterMillis,
      double requestCharge) {
    byte[] tag = etag == null ? null : etag.getBytes(StandardCharsets.UTF_8);
    ensure((long) OTHER_BYTES_MAX + length(tag) + length(body));
    int record = length;
    length += RECORD_BYTES;
    int row = length;
    header(Format.BATCH_RESULT);
    int present = HAS_STATUS;
    present |= tag == null ? 0 : HAS_ETAG;
    present |= body == null ? 0 : HAS_BODY;
    out[length++] = (byte) present;
    int32(status);
    int32(subStatus);
    variable(tag);
    variable(body);
    if (retryAfterMillis > 0) {
      sparse(Format.UINT32, "retryAfterMilliseconds");
      int32((int) Math.min(retryAfterMillis, Integer.MAX_VALUE));
    }
    sparse(Format.FLOAT64, "requestCharge");
    long bits = Double.doubleToRawLongBits(requestCharge);
    int32((int) bits);
    int32((int) (bits >>> 32));
    record(record, row);
  }

  /** Fills in what precedes a row. */
  private void record(int at, int row) {
    int end = length;
    CRC32 crc = new CRC32();
    crc.update(out, row, end - row);
    length = at;
    header(Format.RECORD);
    int32(end - row);
    int32((int) crc.getValue());
    length = end;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(out, length);
  }

  private void header(int schema) {
    out[length++] = Format.VERSION;
    int32(schema);
  }

  private void sparse(int type, String path) {
    out[length++] = (byte) type;
    varint(Format.RESULT_PATHS.indexOf(path));
  }

  private void variable(byte[] bytes) {
    if (bytes != null) {
      varint(bytes.length);
      System.arraycopy(bytes, 0, out, length, bytes.length);
      length += bytes.length;
    }
  }

  private void varint(int value) {
    int rest = value;
    while (rest >= 0x80) {
      out[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[length++] = (byte) rest;
  }

  private void int32(int value) {
    out[length++] = (byte) value;
    out[length++] = (byte) (value >> 8);
    out[length++] = (byte) (value >> 16);
    out[length++] = (byte) (value >> 24);
  }

  private static int length(byte[] bytes) {
    return bytes == null ? 0 : bytes.length;
  }

  private void ensure(long more) {
    int needed = Math.toIntExact(length + more);
    if (needed > out.length) {
      out = Arrays.copyOf(out, Math.max(needed, (int) Math.min(2L * out.length, 1 << 30)));
    }
  }
}
