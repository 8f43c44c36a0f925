package dev.mayfly.mongo.compress;

import java.util.Arrays;

/**
 * The window size of a zstd frame (RFC 8878, 3.1.1.1). Our decoder rejects frames with a window
 * above 8 MiB, and Go's driver announces 16 MiB for every message of more than one block. Messages
 * are decoded into one array, where the window has no meaning, so a smaller one is announced to the
 * decoder.
 */
final class ZstdWindow {
  private static final byte[] MAGIC = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
  private static final int DESCRIPTOR_AT = 4;
  private static final int SINGLE_SEGMENT = 0x20;
  private static final int WINDOW_AT = 5;

  /** 2^(10 + 13) bytes: the exponent is in the upper five bits. */
  private static final byte WIDEST = 13 << 3;

  private ZstdWindow() {}

  /** The same bytes if the decoder accepts them, or a copy with a smaller window. */
  static byte[] narrowed(byte[] from, int offset, int length) {
    boolean isFrame =
        length > WINDOW_AT
            && Arrays.equals(from, offset, offset + MAGIC.length, MAGIC, 0, MAGIC.length);
    if (!isFrame || (from[offset + DESCRIPTOR_AT] & SINGLE_SEGMENT) != 0) {
      return from;
    }
    if (Byte.toUnsignedInt(from[offset + WINDOW_AT]) <= WIDEST) {
      return from;
    }
    byte[] frame = Arrays.copyOfRange(from, offset, offset + length);
    frame[WINDOW_AT] = WIDEST;
    return frame;
  }
}
