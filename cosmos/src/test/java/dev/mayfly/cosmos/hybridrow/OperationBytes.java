package dev.mayfly.cosmos.hybridrow;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** The bytes of a batch as the .NET SDK sends it, right or wrong; from the format's description. */
public final class OperationBytes {
  private static final HexFormat HEX = HexFormat.of();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public OperationBytes() {
    hex("81f0d8ff7f010a000000");
  }

  public OperationBytes hex(String hex) {
    out.writeBytes(HEX.parseHex(hex));
    return this;
  }

  /** An operation with what it has: null for what it does not have. */
  public OperationBytes operation(
      int type, String partitionKey, String id, String body, byte[] sparse) {
    ByteArrayOutputStream row = new ByteArrayOutputStream();
    row.writeBytes(HEX.parseHex("817054e17f"));
    row.write(3 | (partitionKey == null ? 0 : 4) | (id == null ? 0 : 16) | (body == null ? 0 : 64));
    row.writeBytes(
        ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(type).putInt(2).array());
    for (String each : new String[] {partitionKey, id, body}) {
      if (each != null) {
        text(row, each);
      }
    }
    row.writeBytes(sparse);
    return record(row.toByteArray());
  }

  public OperationBytes operation(int type, String id, String body) {
    return operation(type, null, id, body, new byte[0]);
  }

  /** A row with its length and its checksum. */
  public OperationBytes record(byte[] row) {
    CRC32 crc = new CRC32();
    crc.update(row);
    hex("81f1d8ff7f");
    out.writeBytes(
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(row.length)
            .putInt((int) crc.getValue())
            .array());
    out.writeBytes(row);
    return this;
  }

  /** A sparse column that is a text. */
  public static byte[] sparse(int path, String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(20);
    bytes.write(path);
    text(bytes, text);
    return bytes.toByteArray();
  }

  private static void text(ByteArrayOutputStream row, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int rest = bytes.length;
    for (; rest > 127; rest /= 128) {
      row.write(128 + rest % 128);
    }
    row.write(rest);
    row.writeBytes(bytes);
  }

  public byte[] toByteArray() {
    return out.toByteArray();
  }
}
