/**
 * Vector search beside Lucene used directly. Start with {@link
 * dev.mayfly.bench.vector.VectorBench}.
 */
package dev.mayfly.bench.vector;
