package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;

/**
 * What a transaction is going to write to one item.
 *
 * @param seen the item as of the transaction's beginning; null if there was none
 * @param body what it becomes; null to delete it
 * @param replaces whether one of the transaction's writes to it {@linkplain WriteRequest#replaces
 *     replaces} it
 */
record PendingItem(
    OpenContainer container,
    ItemKey key,
    ItemAddress address,
    ItemRow seen,
    byte[] body,
    TtlReading reading,
    boolean replaces) {
  private static final int OVERHEAD_BYTES = 512;

  /** What it takes on the heap, its rows in indexes left out. */
  long heapBytes() {
    return OVERHEAD_BYTES
        + 2L * address.itemKey().length
        + (seen == null ? 0 : seen.bodyLength())
        + (body == null ? 0 : 2L * body.length);
  }

  /** Whether the commit has something to do. */
  boolean isWritten() {
    return body != null || seen != null;
  }

  WriteRequest request() {
    if (body == null) {
      return WriteRequest.delete(key);
    }
    return replaces && seen != null
        ? new WriteRequest.Replace(key, body, null, reading)
        : new WriteRequest.Upsert(key, body, null, reading);
  }
}
