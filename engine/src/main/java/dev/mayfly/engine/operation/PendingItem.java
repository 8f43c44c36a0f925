package dev.mayfly.engine.operation;

import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;

/**
 * What a transaction is going to write to one item.
 *
 * @param seen the item as of the transaction's beginning; null if there was none
 * @param draft what it becomes; null to delete it
 * @param replaces whether one of the transaction's writes to it {@linkplain WriteRequest#replaces
 *     replaces} it
 */
record PendingItem(
    OpenContainer container,
    ItemKey key,
    ItemAddress address,
    ItemRow seen,
    ItemDraft draft,
    boolean replaces) {
  private static final int OVERHEAD_BYTES = 512;

  /** What it takes on the heap, its rows in indexes left out. */
  long heapBytes() {
    return OVERHEAD_BYTES
        + 2L * address.itemKey().length
        + (seen == null ? 0 : seen.bodyLength())
        + (draft == null ? 0 : 2L * draft.body().length);
  }

  /** Whether the commit has something to do. */
  boolean isWritten() {
    return draft != null || seen != null;
  }

  WriteRequest request() {
    if (draft == null) {
      return WriteRequest.delete(key);
    }
    return replaces && seen != null
        ? new WriteRequest.Replace(key, draft.body(), null, draft.reading())
        : new WriteRequest.Upsert(key, draft.body(), null, draft.reading());
  }
}
