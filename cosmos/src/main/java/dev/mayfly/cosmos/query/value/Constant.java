package dev.mayfly.cosmos.query.value;

/** The values that need no content. */
public enum Constant implements Value {
  UNDEFINED(Kind.UNDEFINED),
  NULL(Kind.NULL),
  FALSE(Kind.BOOLEAN),
  TRUE(Kind.BOOLEAN);

  private final Kind kind;

  Constant(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Kind kind() {
    return kind;
  }
}
