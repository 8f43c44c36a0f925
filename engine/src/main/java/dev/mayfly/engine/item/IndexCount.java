package dev.mayfly.engine.item;

/**
 * How many items an index has in a range.
 *
 * @param items that were counted
 * @param continuation where to resume counting; null at the end
 * @param chargeCentiRu in hundredths of a request unit
 */
public record IndexCount(long items, byte[] continuation, long chargeCentiRu) {}
