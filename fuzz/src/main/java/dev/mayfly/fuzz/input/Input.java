package dev.mayfly.fuzz.input;

import java.util.Arrays;

/** Reads choices and values from the front of an input; past its end everything is zero. */
public final class Input {
  private final byte[] bytes;
  private int position;

  public Input(byte[] bytes) {
    this.bytes = bytes;
  }

  public boolean atEnd() {
    return position >= bytes.length;
  }

  /** The next byte, 0 to 255. */
  public int octet() {
    return atEnd() ? 0 : bytes[position++] & 0xff;
  }

  /** A number from 0 to one below the bound. */
  public int below(int bound) {
    return octet() % bound;
  }

  public int int32() {
    return octet() << 24 | octet() << 16 | octet() << 8 | octet();
  }

  public long int64() {
    return (long) int32() << 32 | int32() & 0xffff_ffffL;
  }

  public byte[] take(int count) {
    int to = Math.min(bytes.length, position + count);
    byte[] taken = Arrays.copyOfRange(bytes, position, to);
    position = to;
    return taken;
  }

  public byte[] rest() {
    return take(bytes.length - position);
  }
}
