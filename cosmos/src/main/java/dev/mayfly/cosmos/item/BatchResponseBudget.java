package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes the items have that the answer to one batch shows, without those that came with
 * the batch: these are few because it is. From any thread.
 */
final class BatchResponseBudget {
  static final int BYTES_MAX = 4 << 20;

  /** By which clients know that they have to ask again for what did not fit. */
  static final int TOO_LARGE_SUB_STATUS = 3402;

  private final AtomicLong bytes = new AtomicLong();

  /** Whether an item fits in; the first always does, or it could never be returned. */
  boolean add(int itemBytes) {
    long before = bytes.getAndAdd(itemBytes);
    if (before == 0 || before + itemBytes <= BYTES_MAX) {
      return true;
    }
    bytes.addAndGet(-itemBytes);
    return false;
  }

  static CosmosException tooLarge() {
    return CosmosException.errors(
        413, TOO_LARGE_SUB_STATUS, "The items don't fit into one answer: ask for fewer at once.");
  }
}
