package dev.mayfly.engine.error;

/** The failure of a decoder that meets a row which was not written like that. */
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

  public static EngineException tooShort(byte[] row) {
    return of("A row of " + row.length + " bytes");
  }
}
