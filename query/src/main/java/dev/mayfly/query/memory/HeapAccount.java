package dev.mayfly.query.memory;

/** Counts heap bytes that a request holds. */
@FunctionalInterface
public interface HeapAccount {
  /**
   * Counts heap bytes that are held from now on.
   *
   * @param bytes negative for what is let go
   * @throws RuntimeException the API's error if they are too many; then they are not counted
   */
  void charge(long bytes);

  /**
   * As {@link #charge}, for what can be put elsewhere.
   *
   * @return false if they are too many; then they are not counted
   */
  default boolean tryCharge(long bytes) {
    charge(bytes);
    return true;
  }

  /** Whether so many bytes more would be granted now, without anything that gives way for them. */
  default boolean hasRoom(long bytes) {
    return true;
  }
}
