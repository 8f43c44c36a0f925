package dev.mayfly.cosmos.direct;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** The bytes of a request frame, right or wrong. */
public final class FrameBuilder {
  public static final int DATABASE = 0x01;
  public static final int CONTAINER = 0x02;
  public static final int ITEM = 0x03;

  private final ByteBuf head = Unpooled.buffer();
  private byte[] payload;

  public FrameBuilder(int resourceType, int operation) {
    head.writeIntLE(0).writeShortLE(resourceType).writeShortLE(operation);
    head.writeLongLE(0x1122_3344_5566_7788L).writeLongLE(0x0102_0304_0506_0708L);
  }

  /** The frame that opens a connection. */
  public static FrameBuilder context(int version) {
    return new FrameBuilder(0, 0)
        .number(0x0000, version)
        .smallText(0x0001, "2020-07-15")
        .smallText(0x0002, "test");
  }

  public FrameBuilder flag(int id, boolean value) {
    head.writeShortLE(id).writeByte(0x00).writeByte(value ? 1 : 0);
    return this;
  }

  public FrameBuilder number(int id, int value) {
    head.writeShortLE(id).writeByte(0x02).writeIntLE(value);
    return this;
  }

  public FrameBuilder smallText(int id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    head.writeShortLE(id).writeByte(0x07).writeByte(bytes.length).writeBytes(bytes);
    return this;
  }

  public FrameBuilder text(int id, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    head.writeShortLE(id).writeByte(0x08).writeShortLE(bytes.length).writeBytes(bytes);
    return this;
  }

  public FrameBuilder bytes(int id, byte[] bytes) {
    head.writeShortLE(id).writeByte(0x0B).writeShortLE(bytes.length).writeBytes(bytes);
    return this;
  }

  /** Whatever a test wants to have there. */
  public FrameBuilder raw(byte[] bytes) {
    head.writeBytes(bytes);
    return this;
  }

  public FrameBuilder payload(String text) {
    return payload(text.getBytes(StandardCharsets.UTF_8));
  }

  public FrameBuilder payload(byte[] bytes) {
    payload = bytes;
    return flag(0x0002, true);
  }

  /** All but the payload. */
  int headBytes() {
    return head.writerIndex();
  }

  public byte[] toByteArray() {
    ByteBuf all = head.copy().setIntLE(0, head.writerIndex());
    if (payload != null) {
      all.writeIntLE(payload.length).writeBytes(payload);
    }
    return ByteBufUtil.getBytes(all);
  }
}
