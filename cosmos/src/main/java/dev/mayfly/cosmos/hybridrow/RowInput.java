package dev.mayfly.cosmos.hybridrow;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.engine.bson.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** Reads a part of a body from front to back, and nothing beyond it. */
final class RowInput {
  private final byte[] bytes;
  private final int end;
  private int at;

  RowInput(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  int position() {
    return at;
  }

  boolean isEmpty() {
    return at == end;
  }

  /** Moves past so many bytes and returns where they begin. */
  int skip(int count) {
    if (count < 0 || count > end - at) {
      throw malformed("it is cut off");
    }
    int from = at;
    at += count;
    return from;
  }

  /** The next bytes alone. */
  RowInput part(int count) {
    int from = skip(count);
    return new RowInput(bytes, from, at);
  }

  int uint8() {
    return bytes[skip(1)] & 0xFF;
  }

  int int32() {
    return LittleEndian.int32(bytes, skip(4));
  }

  /** Reads the beginning of a row, and returns the number of its schema. */
  int schema() {
    if (bytes[skip(1)] != Format.VERSION) {
      throw malformed("a row is of another version");
    }
    return int32();
  }

  /** A length or the number of a path: seven bits in each byte, the lowest first. */
  int varint() {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = uint8();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        if (value > Integer.MAX_VALUE) {
          break;
        }
        return (int) value;
      }
    }
    throw malformed("a length is too large");
  }

  String utf8(int length) {
    int from = skip(length);
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes, from, length))
          .toString();
    } catch (CharacterCodingException e) {
      throw malformed("a text is not UTF-8");
    }
  }

  /** The checksum of all that is left. */
  int checksum() {
    CRC32 crc = new CRC32();
    crc.update(bytes, at, end - at);
    return (int) crc.getValue();
  }

  static CosmosException malformed(String why) {
    return CosmosException.errors(400, 0, "The batch in HybridRow can't be read: " + why + ".");
  }
}
