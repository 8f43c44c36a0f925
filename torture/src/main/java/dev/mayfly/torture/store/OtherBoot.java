package dev.mayfly.torture.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Makes a copied store one of a machine that was started again. The file WATERMARK says at which
 * start of the machine it was written: without a new start nothing of the log can be lost, and a
 * store that lost something is refused. The storage's class Watermark describes the file.
 */
final class OtherBoot {
  static final String WATERMARK = "WATERMARK";

  private static final int SLOT_BYTES = 512;
  private static final int BOOT_OFFSET = 48;
  private static final int BOOT_BYTES = 16;
  private static final int CONTENT_BYTES = 72;

  private OtherBoot() {}

  /**
   * Writes the file.
   *
   * @param before what was in it at the last acknowledgement: later commits are noted in it only
   *     when the log has them
   */
  static void write(Path directory, byte[] before) throws IOException {
    ByteBuffer content = ByteBuffer.wrap(before.clone()).order(ByteOrder.LITTLE_ENDIAN);
    for (int slot = 0; slot + SLOT_BYTES <= content.capacity(); slot += SLOT_BYTES) {
      if (!isWhole(content, slot)) {
        continue; // Not written yet, or half written when the copy was made.
      }
      for (int i = 0; i < BOOT_BYTES; i++) {
        content.put(slot + BOOT_OFFSET + i, (byte) 0);
      }
      content.putLong(slot + CONTENT_BYTES, checksum(content, slot));
    }
    Files.write(directory.resolve(WATERMARK), content.array());
  }

  private static boolean isWhole(ByteBuffer content, int slot) {
    return content.getLong(slot) != 0
        && content.getLong(slot + CONTENT_BYTES) == checksum(content, slot);
  }

  private static long checksum(ByteBuffer content, int slot) {
    CRC32C checksum = new CRC32C();
    checksum.update(content.array(), slot, CONTENT_BYTES);
    return checksum.getValue();
  }
}
