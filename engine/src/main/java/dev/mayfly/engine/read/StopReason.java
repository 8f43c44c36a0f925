package dev.mayfly.engine.read;

/** Why a page ends where it does. */
public enum StopReason {
  END,
  /** As many items as asked for. */
  ITEMS,
  /** As many bytes as asked for. */
  BYTES,
  /** The limit of rows or of time was reached. */
  ROWS
}
