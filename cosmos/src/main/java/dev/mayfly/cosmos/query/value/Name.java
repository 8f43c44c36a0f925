package dev.mayfly.cosmos.query.value;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;

/** The name of a member, prepared for comparison with raw bytes. */
public final class Name {
  private final String text;
  private final byte[] utf8;
  private final boolean added;

  public Name(String text) {
    this.text = requireNonNull(text, "text");
    this.utf8 = text.getBytes(StandardCharsets.UTF_8);
    this.added = text.startsWith("_");
  }

  public String text() {
    return text;
  }

  /** Whether it may be one of those that the server adds to items. */
  boolean isAdded() {
    return added;
  }

  /** Shared, not to be changed. */
  byte[] utf8() {
    return utf8;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Name name && text.equals(name.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
