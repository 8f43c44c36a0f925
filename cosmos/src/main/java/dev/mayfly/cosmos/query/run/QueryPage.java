package dev.mayfly.cosmos.query.run;

import dev.mayfly.query.plan.Explanation;
import java.util.Set;

/**
 * A page of results.
 *
 * @param body the JSON of the answer
 * @param token where to resume; null at the end
 * @param retrieved how many items were read; their bytes follow
 * @param loadNanos how long it took to read them
 * @param indexNanos how long indexes were read, with the items that they found
 * @param indexes which of them, and which ones would have served
 * @param searched the paths of full text and vector indexes that ranked the items
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
    Explanation indexes,
    Set<String> searched) {
  public QueryPage {
    searched = Set.copyOf(searched);
  }
}
