package dev.mayfly.query.cursor;

/**
 * Where a cursor resumes.
 *
 * @param part the number of the next key, or of the index range that is being read; 0 otherwise
 * @param continuation the engine's continuation within the part; null at its start
 */
public record CursorPosition(int part, byte[] continuation) {
  public static final CursorPosition START = new CursorPosition(0, null);
}
