/**
 * The benchmarks' command line, and what all benchmarks share: figures with their goals, rounds
 * that alternate, a directory that goes away. Each subject has a package of its own.
 */
package dev.mayfly.bench;
