/**
 * Bounded reading: limits, continuations that survive restarts, scans over partition key ranges.
 */
package dev.mayfly.engine.read;
