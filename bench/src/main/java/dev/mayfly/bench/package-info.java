/**
 * The benchmarks' command line: {@link dev.mayfly.bench.Main}. Each subject has a package of its
 * own; {@code measure} is what they share.
 */
package dev.mayfly.bench;
