package dev.mayfly.fuzz.input;

import java.util.Arrays;

/** Changes a valid value at a few places, as the input says. */
public final class Edits {
  private static final int EDITS_MAX = 16;

  private Edits() {}

  /** The bytes with the edits that the rest of the input stands for. */
  public static byte[] apply(byte[] original, Input input) {
    byte[] bytes = original.clone();
    for (int i = 0; i < EDITS_MAX && !input.atEnd(); i++) {
      int operation = input.below(6);
      int at = (input.octet() << 8 | input.octet()) % (bytes.length + 1);
      bytes =
          switch (operation) {
            case 0 -> spliced(bytes, at, 1, new byte[] {(byte) input.octet()});
            case 1 -> spliced(bytes, at, 0, input.take(1 + input.below(16)));
            case 2 -> spliced(bytes, at, 1 + input.below(16), new byte[0]);
            case 3 -> Arrays.copyOf(bytes, at);
            case 4 -> spliced(bytes, at, 4, input.take(4));
            default -> spliced(bytes, at, 8, input.take(8));
          };
    }
    return bytes;
  }

  private static byte[] spliced(byte[] bytes, int at, int removed, byte[] added) {
    int from = Math.min(bytes.length, at + removed);
    byte[] spliced = new byte[at + added.length + bytes.length - from];
    System.arraycopy(bytes, 0, spliced, 0, at);
    System.arraycopy(added, 0, spliced, at, added.length);
    System.arraycopy(bytes, from, spliced, at + added.length, bytes.length - from);
    return spliced;
  }
}
