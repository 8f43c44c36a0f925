package dev.mayfly.cosmos.query.value;

import static java.util.Objects.requireNonNull;

public record StringValue(String text) implements Value {
  public StringValue {
    requireNonNull(text, "text");
  }

  @Override
  public Kind kind() {
    return Kind.STRING;
  }
}
