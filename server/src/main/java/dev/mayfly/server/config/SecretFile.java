package dev.mayfly.server.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads a key or a password from a file of its own. What is in it is never shown. */
final class SecretFile {
  private static final Logger LOG = LoggerFactory.getLogger(SecretFile.class);
  private static final int BYTES_MAX = 4096;

  private SecretFile() {}

  /**
   * The text of a file without the line breaks at its end.
   *
   * @param setting that names the file
   * @param kind of the secret in it
   * @throws ConfigException if it can't be read, or others may change it, or it holds no such
   *     secret
   */
  static String read(Setting setting, Path file, SettingType kind) {
    checkPermissions(setting, file);
    String text = text(setting, file);
    int end = text.length();
    while (end > 0 && (text.charAt(end - 1) == '\n' || text.charAt(end - 1) == '\r')) {
      end--;
    }
    String secret = text.substring(0, end);
    String complaint = kind.complaint(secret);
    if (complaint != null) {
      throw new ConfigException(
          "what is in the file of " + setting.key() + ", " + file + ", is wrong: " + complaint);
    }
    return secret;
  }

  private static String text(Setting setting, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw new ConfigException(
            "the file of "
                + setting.key()
                + ", "
                + file
                + ", has more than "
                + BYTES_MAX
                + " bytes: put only the secret into it");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      // Without the cause, which could expose bytes of the file.
      throw new ConfigException("the file of " + setting.key() + ", " + file + ", is not UTF-8");
    } catch (IOException e) {
      throw new ConfigException(
          "can't read the file of " + setting.key() + ", " + file + " (" + reason(e) + ")", e);
    }
  }

  private static String reason(IOException e) {
    return e.getClass().getSimpleName().replace("Exception", "");
  }

  private static void checkPermissions(Setting setting, Path file) {
    Set<PosixFilePermission> permissions;
    try {
      permissions = Files.getPosixFilePermissions(file);
    } catch (IOException | UnsupportedOperationException e) {
      // Whether the file is readable is checked when it is read.
      return;
    }
    if (permissions.contains(PosixFilePermission.OTHERS_WRITE)) {
      throw new ConfigException(
          "everybody on this machine may change the file of "
              + setting.key()
              + ", "
              + file
              + ": chmod 600 it");
    }
    if (permissions.contains(PosixFilePermission.OTHERS_READ)) {
      LOG.warn(
          "Everybody on this machine may read the file of {}, {}: chmod 600 it",
          setting.key(),
          file);
    }
  }
}
