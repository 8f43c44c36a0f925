package dev.mayfly.mongo.wire;

import dev.mayfly.engine.bson.LittleEndian;
import dev.mayfly.mongo.compress.Compressor;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** Decompresses messages. */
final class Decompression {
  private static final int OPCODE = MessageReader.HEADER_BYTES;
  private static final int SIZE = OPCODE + Integer.BYTES;
  private static final int COMPRESSOR = SIZE + Integer.BYTES;
  static final int HEADER_BYTES = COMPRESSOR + 1;

  private Decompression() {}

  /** The announced uncompressed length; -1 if missing. */
  static int announced(byte[] message) {
    return message.length < HEADER_BYTES ? -1 : LittleEndian.int32(message, SIZE);
  }

  /** The uncompressed message length, capped by the limit. */
  static int length(byte[] message, int messageBytesMax) {
    int size = announced(message);
    if (size < 1 || size > messageBytesMax - MessageReader.HEADER_BYTES) {
      throw new WireException("a compressed message can't have " + size + " bytes in it");
    }
    return MessageReader.HEADER_BYTES + size;
  }

  /** The compressor; null if not compressed. */
  static Compressor compressor(byte[] message) {
    int id = message[COMPRESSOR];
    Compressor compressor = Compressor.numbered(id);
    if (compressor == null && !Compressor.isNoop(id)) {
      throw new WireException("there is no compressor " + id);
    }
    return compressor;
  }

  static byte[] decompressed(byte[] message, int length) {
    byte[] whole = new byte[length];
    ByteBuf head = Unpooled.wrappedBuffer(whole).clear();
    head.writeIntLE(length);
    head.writeBytes(message, 4, 8);
    head.writeIntLE(LittleEndian.int32(message, OPCODE));
    Compressor compressor = compressor(message);
    int size = message.length - HEADER_BYTES;
    int got;
    try {
      if (compressor == null) {
        got = size;
        System.arraycopy(
            message,
            HEADER_BYTES,
            whole,
            MessageReader.HEADER_BYTES,
            Math.min(size, capacity(whole)));
      } else {
        got = compressor.decompress(message, HEADER_BYTES, size, whole, MessageReader.HEADER_BYTES);
      }
    } catch (RuntimeException e) {
      throw new WireException("what was compressed is damaged: " + e.getMessage());
    }
    if (got != capacity(whole)) {
      throw new WireException("what was compressed has not the size that it announces");
    }
    return whole;
  }

  private static int capacity(byte[] whole) {
    return whole.length - MessageReader.HEADER_BYTES;
  }
}
