/**
 * The engine beside bare RocksDB, in one process: the same rows, the same settings, the same
 * durability. docs/internals/performance.md says what each figure means.
 */
package dev.mayfly.bench.engine;
