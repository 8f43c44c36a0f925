package dev.mayfly.cosmos.query.run;

/**
 * A page of results.
 *
 * @param body the JSON of the answer
 * @param token where to go on; null at the end
 * @param retrieved how many items were looked at, and how many bytes they had
 * @param loadNanos how long it took to read them
 * @param indexNanos how long indexes were read, with the items that they found
 * @param indexes which of them
 */
public record QueryPage(
    byte[] body,
    long count,
    String token,
    long chargeCentiRu,
    long retrieved,
    long retrievedBytes,
    long loadNanos,
    long indexNanos,
    IndexUse indexes) {}
