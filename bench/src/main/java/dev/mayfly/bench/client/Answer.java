package dev.mayfly.bench.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * An answer in the buffer of its connection: gone when the next one is read.
 *
 * @param buffer holds the head from 0 and then the body
 */
public record Answer(int status, byte[] buffer, int bodyOffset, int bodyLength) {
  /** The value of a header, or null. */
  public String header(String name) {
    String head = new String(buffer, 0, bodyOffset, StandardCharsets.ISO_8859_1);
    for (String line : head.split("\r\n")) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.substring(0, colon).equalsIgnoreCase(name)) {
        return line.substring(colon + 1).strip();
      }
    }
    return null;
  }

  public String body() {
    return new String(buffer, bodyOffset, bodyLength, StandardCharsets.UTF_8);
  }

  /** True if the body is an object with exactly these bytes among its properties. */
  public boolean contains(byte[] properties, int offset, int length) {
    byte first = properties[offset];
    int last = bodyOffset + bodyLength - length;
    for (int i = bodyOffset; i <= last; i++) {
      if (buffer[i] == first
          && Arrays.equals(buffer, i, i + length, properties, offset, offset + length)) {
        return true;
      }
    }
    return false;
  }
}
