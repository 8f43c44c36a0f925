/**
 * How near vectors are ({@link dev.mayfly.vector.DistanceFunction}), and approximate indexes of
 * them ({@link dev.mayfly.vector.VectorIndexes}): graphs that are derived from the items of a
 * container, follow its change feed, and say where the nearest items may be. Whether they are there
 * is decided by reading them. Start with {@link dev.mayfly.vector.VectorIndex}.
 */
package dev.mayfly.vector;
