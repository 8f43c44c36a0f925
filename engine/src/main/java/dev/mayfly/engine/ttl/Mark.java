package dev.mayfly.engine.ttl;

/**
 * How far death had come in a source when its policy changed: items written up to {@code lsn} whose
 * key is at or below {@code upTo} are dead for good.
 */
public record Mark(long upTo, long lsn) {}
