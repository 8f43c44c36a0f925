package dev.mayfly.torture.client;

import java.util.Random;

/** Bytes that documents carry so that stores have something to write; derived from the version. */
final class Padding {
  /** In place of the length, if the bytes are others than were written. */
  static final int WRONG = -1;

  private Padding() {}

  static String of(long version, int length) {
    Random random = new Random(version);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt('~' - '!')));
    }
    return text.toString();
  }

  static int length(long version, String text) {
    return text.equals(of(version, text.length())) ? text.length() : WRONG;
  }
}
