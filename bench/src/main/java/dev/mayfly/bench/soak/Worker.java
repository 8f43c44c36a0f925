package dev.mayfly.bench.soak;

/**
 * A thread of the load.
 *
 * @param pauseMicros after each time: the load is to last, not to press
 */
record Worker(String name, Opener opener, long pauseMicros) {
  /** Opens a session; it is closed and opened anew now and then, as clients do. */
  interface Opener {
    Session open() throws Exception;
  }
}
