/**
 * Fuzzing with coverage: the targets, their list, and the command that runs them under Jazzer. The
 * seed corpus is in {@code fuzz/corpus}; the build replays it.
 */
package dev.mayfly.fuzz;
