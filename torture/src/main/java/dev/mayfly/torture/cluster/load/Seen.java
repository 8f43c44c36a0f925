package dev.mayfly.torture.cluster.load;

/**
 * An item as a client knows it.
 *
 * @param value that was written
 * @param tag by which the API recognizes it
 */
record Seen(long value, String tag) {}
