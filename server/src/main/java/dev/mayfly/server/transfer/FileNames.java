package dev.mayfly.server.transfer;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Names of databases and containers as names of files: what not every file system allows is written
 * as percent signs and hexadecimal bytes.
 */
final class FileNames {
  private static final String SAFE = "-_.~ ()+,=@";
  private static final int HEX = 16;

  private FileNames() {}

  static String encode(String name) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (each & 0xff);
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
      boolean hidden = c == '.' && encoded.isEmpty();
      if (letter || c >= 0x80 || SAFE.indexOf(c) >= 0 && !hidden) {
        encoded.append(c);
      } else {
        encoded.append(String.format("%%%02X", (int) c));
      }
    }
    // What is beyond ASCII stays as it is: the bytes were taken one by one.
    return new String(
        encoded.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  static String decode(String fileName) {
    byte[] bytes = fileName.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], HEX) : -1;
      int low = i + 2 < bytes.length ? Character.digit(bytes[i + 2], HEX) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        name.write(high << 4 | low);
        i += 2;
      } else {
        name.write(bytes[i]);
      }
    }
    return name.toString(StandardCharsets.UTF_8);
  }
}
