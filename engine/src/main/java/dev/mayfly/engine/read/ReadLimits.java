package dev.mayfly.engine.read;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/**
 * How much one call may do; it stops at the first limit it meets, and always makes progress.
 *
 * @param items delivered
 * @param bytes of delivered bodies
 * @param rows read
 */
public record ReadLimits(int items, long bytes, int rows) {
  public static final ReadLimits DEFAULT = new ReadLimits(1000, 4L << 20, 10_000);

  public ReadLimits {
    if (items < 1 || bytes < 1 || rows < 1) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "Limits must be at least 1: "
              + items
              + " items, "
              + bytes
              + " bytes, "
              + rows
              + " rows.");
    }
  }

  public static ReadLimits items(int items) {
    return new ReadLimits(items, DEFAULT.bytes, DEFAULT.rows);
  }
}
