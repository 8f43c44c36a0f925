package dev.mayfly.bench.client;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** A request of direct mode: what it asks for, its tokens, and its payload. */
public final class RequestFrame {
  /** What every frame begins with: its length, what it asks for, and the id of the activity. */
  public static final int FIXED_BYTES = 24;

  private static final int FIRST_BYTES = 2048;
  private static final int PAYLOAD_PRESENT = 0x0002;
  private static final int BYTE = 0x00;
  private static final int INTEGER = 0x02;
  private static final int SMALL_TEXT = 0x07;
  private static final int TEXT = 0x08;

  private ByteBuffer head = ByteBuffer.allocate(FIRST_BYTES).order(ByteOrder.LITTLE_ENDIAN);

  private RequestFrame() {}

  /** One without tokens. */
  public static RequestFrame of(int resource, int operation) {
    RequestFrame frame = new RequestFrame();
    frame.head.putInt(0).putShort((short) resource).putShort((short) operation);
    frame.head.position(FIXED_BYTES);
    return frame;
  }

  /** The frame that opens a connection. */
  public static RequestFrame opening() {
    return of(0, 0)
        .integer(0x0000, 1)
        .smallText(0x0001, "2020-07-15")
        .smallText(0x0002, "azsdk-java-cosmos/4.81.0 Linux JRE/17");
  }

  public RequestFrame integer(int id, int value) {
    token(id, INTEGER, Integer.BYTES).putInt(value);
    return this;
  }

  public RequestFrame smallText(int id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    token(id, SMALL_TEXT, 1 + bytes.length).put((byte) bytes.length).put(bytes);
    return this;
  }

  public RequestFrame text(int id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    token(id, TEXT, 2 + bytes.length).putShort((short) bytes.length).put(bytes);
    return this;
  }

  /** A token of any type, with the bytes of its value as they stand. */
  public RequestFrame raw(int id, int type, byte[] value) {
    token(id, type, value.length).put(value);
    return this;
  }

  private ByteBuffer token(int id, int type, int bytes) {
    int needed = head.position() + 3 + bytes;
    if (needed > head.capacity()) {
      ByteBuffer larger = ByteBuffer.allocate(2 * needed).order(ByteOrder.LITTLE_ENDIAN);
      head = larger.put(head.flip());
    }
    return head.putShort((short) id).put((byte) type);
  }

  /** The bytes of a frame that has no payload. */
  public byte[] bytes() {
    return withPayload(new byte[0], 0, 0);
  }

  /** The bytes of a frame with a payload, in one array: one record of TLS, one packet. */
  public byte[] bytes(byte[] payload) {
    return announcing(payload.length, payload);
  }

  /** The same with a payload that does not come whole, or is longer than it says. */
  public byte[] announcing(int length, byte[] payload) {
    token(PAYLOAD_PRESENT, BYTE, 1).put((byte) 1);
    return withPayload(payload, Integer.BYTES, length);
  }

  private byte[] withPayload(byte[] payload, int lengthBytes, int length) {
    int headBytes = head.position();
    head.putInt(0, headBytes);
    ByteBuffer all =
        ByteBuffer.allocate(headBytes + lengthBytes + payload.length)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(head.flip());
    if (lengthBytes > 0) {
      all.putInt(length);
    }
    return all.put(payload).array();
  }
}
