package dev.mayfly.engine.commit;

/**
 * A write of the engine, as a function of what its transaction shows.
 *
 * @param <R> what the caller gets once it is committed
 */
@FunctionalInterface
public interface Write<R> {
  R run(WriteTransaction transaction);
}
