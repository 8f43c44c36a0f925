package dev.mayfly.cosmos.auth;

import dev.mayfly.cosmos.http.CosmosException;
import java.nio.charset.StandardCharsets;

/**
 * An authorization header taken apart: {@code type=master&ver=1.0&sig=...}, in which clients encode
 * all but letters and digits as in a URL, or nothing.
 *
 * @param type master, resource or aad
 * @param signature the rest, which may have equals signs in it
 */
record AuthorizationHeader(String type, String signature) {
  private static final String TYPE = "type=";
  private static final String VERSION = "ver=";
  private static final String SIGNATURE = "sig=";

  static AuthorizationHeader parse(String header) {
    String text = decode(header);
    int first = text.indexOf('&');
    int second = text.indexOf('&', first + 1);
    if (first < 0
        || second < 0
        || !text.startsWith(TYPE)
        || !text.startsWith(VERSION, first + 1)
        || !text.startsWith(SIGNATURE, second + 1)) {
      throw malformed();
    }
    return new AuthorizationHeader(
        text.substring(TYPE.length(), first), text.substring(second + 1 + SIGNATURE.length()));
  }

  static CosmosException malformed() {
    return new CosmosException(
        401,
        "Authorization header doesn't confirm to the required format. Please verify and try"
            + " again.");
  }

  /** A plus sign stays one: it is part of base64, and blanks do not occur here. */
  private static String decode(String header) {
    if (header.indexOf('%') < 0) {
      return header;
    }
    byte[] bytes = new byte[header.length()];
    int length = 0;
    for (int i = 0; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c == '%') {
        if (i + 2 >= header.length()) {
          throw malformed();
        }
        int high = Character.digit(header.charAt(i + 1), 16);
        int low = Character.digit(header.charAt(i + 2), 16);
        if (high < 0 || low < 0) {
          throw malformed();
        }
        bytes[length++] = (byte) (high << 4 | low);
        i += 2;
      } else if (c < 0x80) {
        bytes[length++] = (byte) c;
      } else {
        throw malformed();
      }
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
