package dev.mayfly.query.memory;

/**
 * Why a request may not hold more memory.
 *
 * @param heldBytes what it would hold
 * @param isTooLarge whether it would be refused also if there were no other request
 * @param bytesMax what one request may hold while there is no other
 */
public record MemoryRefusal(long heldBytes, boolean isTooLarge, long bytesMax) {}
