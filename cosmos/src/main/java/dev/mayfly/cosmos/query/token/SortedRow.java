package dev.mayfly.cosmos.query.token;

import dev.mayfly.cosmos.query.value.Value;

/**
 * A result on its way to its place.
 *
 * @param tie what orders results with the same keys: the item's number, or a hash of the result
 * @param number in which order it was found
 * @param sizeBytes of what it is made of
 */
public record SortedRow(Value[] keys, byte[] tie, Value result, long number, int sizeBytes) {}
