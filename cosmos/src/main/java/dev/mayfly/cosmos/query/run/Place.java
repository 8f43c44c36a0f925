package dev.mayfly.cosmos.query.run;

/**
 * Where reading goes on.
 *
 * @param index of the next key, where items are read by their keys
 * @param scan the engine's continuation, where a range is scanned; null at its start
 */
record Place(int index, byte[] scan) {
  static final Place START = new Place(0, null);
}
