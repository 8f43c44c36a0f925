package dev.mayfly.engine.deadrange;

/**
 * A row within a dead range that may be of a visible item.
 *
 * @param value what the row was when it was read; null for a row of ITEMS, which may change
 * @param lsn of its item then: the row is as it was while its item has that LSN; {@link #UNKNOWN}
 *     if the row has to be looked up
 */
record LivingRow(byte[] key, byte[] value, long lsn) {
  static final long UNKNOWN = 0;

  /** What the objects take, about. */
  private static final int OVERHEAD_BYTES = 64;

  static LivingRow unknown(byte[] key) {
    return new LivingRow(key, null, UNKNOWN);
  }

  long heldBytes() {
    return OVERHEAD_BYTES + key.length + (value == null ? 0 : value.length);
  }
}
