package dev.mayfly.engine.read;

/** A number of items and their bytes. */
public record Tally(long items, long bytes) {
  public static final Tally ZERO = new Tally(0, 0);

  public Tally plus(Tally other) {
    return new Tally(items + other.items, bytes + other.bytes);
  }

  public Tally minus(Tally other) {
    return new Tally(items - other.items, bytes - other.bytes);
  }
}
