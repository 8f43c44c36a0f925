package dev.mayfly.server.transfer.format;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;

/** A record of a file, and where it stands. */
public final class FileRecord {
  private final String place;
  private final Supplier<byte[]> parser;

  FileRecord(String place, Supplier<byte[]> parser) {
    this.place = requireNonNull(place, "place");
    this.parser = requireNonNull(parser, "parser");
  }

  /** As in "line 17". */
  public String place() {
    return place;
  }

  /**
   * What it says, in BSON.
   *
   * @throws IllegalArgumentException if that is not one item; the message says why
   */
  public byte[] bson() {
    return parser.get();
  }
}
