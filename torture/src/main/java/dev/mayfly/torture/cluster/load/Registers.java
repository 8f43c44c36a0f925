package dev.mayfly.torture.cluster.load;

/**
 * Single items through one API. What returns was answered; after an exception it is not known what
 * was done.
 */
interface Registers {
  /** Null: it is not there. */
  Seen read(String key);

  /** Null: there is one already. */
  Seen create(String key, long value);

  Seen put(String key, long value);

  /** Null: it is not there any more, or another one. */
  Seen swap(String key, Seen expected, long value);

  /** False: there is none. */
  boolean delete(String key);
}
