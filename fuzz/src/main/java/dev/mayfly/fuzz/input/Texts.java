package dev.mayfly.fuzz.input;

import java.nio.charset.StandardCharsets;

/** Texts that a document can hold. */
final class Texts {
  /** In the order in which BSON has them. */
  static final String REGEX_OPTIONS = "imsux";

  private Texts() {}

  /** The text of bytes; what is not valid UTF-8 becomes the replacement character. */
  static String utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
