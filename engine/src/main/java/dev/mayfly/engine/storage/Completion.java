package dev.mayfly.engine.storage;

/**
 * Told once how a decision ended, after its commit. Called on the committing thread: it must be
 * quick and must not block.
 *
 * @param <R> what the decision returned
 */
public interface Completion<R> {
  /** Exactly one of the two is non-null, except that a decision may have returned null. */
  void complete(R result, Throwable failure);
}
