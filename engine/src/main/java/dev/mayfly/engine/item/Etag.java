package dev.mayfly.engine.item;

/** Names one version of an item; never used again, not even after a restore. */
public record Etag(long incarnation, long lsn) {
  @Override
  public String toString() {
    return String.format("%016x-%016x", incarnation, lsn);
  }
}
