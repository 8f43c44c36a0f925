package dev.mayfly.torture.ledger;

/**
 * A document of the load.
 *
 * @param key its id
 * @param version of its collection's history; a higher one was sent later
 * @param w what ordinary indexes are over
 * @param u what unique indexes are over
 * @param ttl its own ttl; null: none
 * @param dateMillis for TTL indexes on dates; null: none
 * @param padding how many further bytes it carries
 */
public record Doc(
    String key, long version, int w, int u, Integer ttl, Long dateMillis, int padding) {}
