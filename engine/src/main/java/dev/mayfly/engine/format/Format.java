package dev.mayfly.engine.format;

/** The version of everything in this package. */
public final class Format {
  public static final byte VERSION = 1;

  private Format() {}
}
