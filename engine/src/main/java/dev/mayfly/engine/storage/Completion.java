package dev.mayfly.engine.storage;

/**
 * Called once with the outcome of a decision, after its commit. Called on the committing thread: it
 * must be quick and must not block.
 *
 * @param <R> what the decision returned
 */
public interface Completion<R> {
  /** Exactly one of the two is non-null, except that a decision may have returned null. */
  void complete(R result, Throwable failure);
}
