/**
 * All benchmarks one after the other, each in a process of its own: what they found out becomes a
 * page with charts and a file, and is held against the file of an earlier run.
 */
package dev.mayfly.bench.all;
