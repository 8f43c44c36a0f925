package dev.mayfly.cosmos.json;

/**
 * An item as a client sent it.
 *
 * @param id null if the item has none
 * @param bson the item without the properties that the server owns
 */
public record ItemBody(String id, byte[] bson) {}
