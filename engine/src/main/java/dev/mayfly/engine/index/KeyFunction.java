package dev.mayfly.engine.index;

/**
 * Computes the keys of an index whose keys are not the values at its paths, such as words of texts
 * or places on a map. A module provides it as a service ({@link java.util.ServiceLoader}); an index
 * names it, so that writes, background builds, the purge and the check of a store all compute the
 * same keys.
 *
 * <p>A function must be deterministic for ever: equal bodies and equal calls give equal keys, in
 * every version of the program. One that has to change gets another name.
 */
public interface KeyFunction {
  /** The name by which indexes call it. */
  String name();

  /**
   * Prepares it for one index.
   *
   * @param index {@link PathIndex#function()} has the parameters
   * @throws dev.mayfly.engine.error.EngineException BAD_REQUEST if they are not valid
   */
  Source of(PathIndex index);

  /** Finds the keys of bodies in one index. Thread safe. */
  @FunctionalInterface
  interface Source {
    /**
     * Hands over the keys of a body, in any order; equal ones count once.
     *
     * @throws dev.mayfly.engine.error.EngineException if the body may not be in the index: the
     *     write is refused
     */
    void read(byte[] body, Taker taker);
  }

  /** Gets the keys of a body. */
  @FunctionalInterface
  interface Taker {
    /**
     * @param parts a value for each path of the index, encoded by {@link
     *     dev.mayfly.engine.bson.KeyEncoder}, as if all were ascending; may be used again
     */
    void take(byte[][] parts);
  }
}
