package dev.mayfly.cosmos.direct;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * Reads the tokens of a frame one after the other: an id, a type and a value each, until the bytes
 * end. Values are decoded by the type that is sent with them, so unknown tokens can be skipped.
 */
final class TokenReader {
  private static final int HEAD_BYTES = 3;
  private static final int LAST_INTEGER = 0x05;
  private static final int INVALID = 0xFF;

  private final ByteBuf in;
  private int id;
  private int type;
  private int start;
  private int length;

  TokenReader(ByteBuf in) {
    this.in = requireNonNull(in, "in");
  }

  /** Moves to the next token; false if there is none. */
  boolean next() {
    if (!in.isReadable()) {
      return false;
    }
    require(HEAD_BYTES);
    id = in.readUnsignedShortLE();
    type = in.readUnsignedByte();
    length = valueLength();
    require(length);
    start = in.readerIndex();
    in.skipBytes(length);
    return true;
  }

  private int valueLength() {
    switch (type) {
      case 0x00:
        return 1;
      case 0x01:
        return 2;
      case 0x02, 0x03, 0x0D:
        return 4;
      case 0x04, 0x05, 0x0E:
        return 8;
      case 0x06:
        return 16;
      case 0x07, 0x0A:
        require(1);
        return in.readUnsignedByte();
      case 0x08, 0x0B:
        require(2);
        return in.readUnsignedShortLE();
      case 0x09, 0x0C:
        require(4);
        return in.readIntLE();
      case INVALID:
        return 0;
      default:
        throw new FrameException("token " + id + " has the unknown type " + type);
    }
  }

  private void require(int bytes) {
    if (bytes < 0 || in.readableBytes() < bytes) {
      throw new FrameException("token " + id + " is cut off");
    }
  }

  int id() {
    return id;
  }

  /** The value of a whole number, of whatever width; those of one to four bytes are unsigned. */
  long number() {
    if (type > LAST_INTEGER) {
      throw new FrameException("token " + id + " is no number");
    }
    return switch (length) {
      case 1 -> in.getUnsignedByte(start);
      case 2 -> in.getUnsignedShortLE(start);
      case 4 -> in.getUnsignedIntLE(start);
      default -> in.getLongLE(start);
    };
  }

  /** The bytes of a text, each as a character, as values of HTTP headers come. */
  String text() {
    requireBytes();
    return in.toString(start, length, StandardCharsets.ISO_8859_1);
  }

  /** A text in UTF-8. */
  String name() {
    requireBytes();
    for (int i = start; i < start + length; i++) {
      if (in.getByte(i) < 0) {
        return utf8();
      }
    }
    return in.toString(start, length, StandardCharsets.US_ASCII);
  }

  private String utf8() {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes())).toString();
    } catch (CharacterCodingException e) {
      throw new FrameException("token " + id + " is no UTF-8");
    }
  }

  byte[] bytes() {
    requireBytes();
    return ByteBufUtil.getBytes(in, start, length);
  }

  private void requireBytes() {
    if (type < 0x07 || type > 0x0C) {
      throw new FrameException("token " + id + " is no text");
    }
  }
}
