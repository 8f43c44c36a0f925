/**
 * Vectors in queries: what a container says about them, and how they are read from values. Start
 * with {@link dev.mayfly.cosmos.query.vector.VectorPolicy}.
 */
package dev.mayfly.cosmos.query.vector;
