package dev.mayfly.server.transfer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/** Names the import of a file: the same for as long as the file is not changed. */
final class Fingerprint {
  private static final int EDGE_BYTES = 1 << 16;
  private static final int ID_BYTES = 16;

  private Fingerprint() {}

  /**
   * @param again whether the id is a new one each time
   */
  static String of(Path file, boolean again) throws IOException {
    byte[] salt = new byte[ID_BYTES];
    if (again) {
      new SecureRandom().nextBytes(salt);
    }
    try (FileChannel channel = FileChannel.open(file)) {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(salt);
      digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
      digest.update(
          ByteBuffer.allocate(2 * Long.BYTES)
              .putLong(channel.size())
              .putLong(Files.getLastModifiedTime(file).toMillis())
              .flip());
      for (long at : new long[] {0, Math.max(0, channel.size() - EDGE_BYTES)}) {
        ByteBuffer edge = ByteBuffer.allocate(EDGE_BYTES);
        channel.read(edge, at);
        digest.update(edge.flip());
      }
      return HexFormat.of().formatHex(digest.digest(), 0, ID_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has this algorithm", e);
    }
  }
}
