package dev.mayfly.engine.format;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;

/** What decoders answer to rows that nobody wrote like that. */
public final class Damage {
  private Damage() {}

  /**
   * A failure that names the kind of row.
   *
   * @param row as in "An item row"
   */
  public static EngineException of(String row) {
    return new EngineException(
        ErrorCode.CORRUPTED,
        row + " is damaged; run `mayfly check` on the data directory and restore a backup.");
  }

  static EngineException tooShort(byte[] row) {
    return of("A row of " + row.length + " bytes");
  }
}
