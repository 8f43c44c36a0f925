package dev.mayfly.cosmos.item;

import dev.mayfly.cosmos.http.CosmosException;

/** How large an item, and a request that writes items, may be. */
final class ItemSize {
  static final int BYTES_MAX = 2 * 1024 * 1024;

  /** SDKs fill a batch up to this size. */
  static final int BATCH_BYTES_MAX = 2_202_010;

  private ItemSize() {}

  /** Checks the size of an item's JSON, or a patch's, as it was sent. */
  static void checkSent(int bytes) {
    if (bytes > BYTES_MAX) {
      throw tooLarge();
    }
  }

  static void checkBatch(int bytes) {
    if (bytes > BATCH_BYTES_MAX) {
      throw tooLarge();
    }
  }

  /**
   * Checks the size of an item that a patch made. Its JSON counts, which is made only if that may
   * be too large.
   */
  static void check(byte[] bson) {
    if (bson.length > BYTES_MAX / 2 && ItemOperation.json(bson).length > BYTES_MAX) {
      throw tooLarge();
    }
  }

  private static CosmosException tooLarge() {
    return CosmosException.errors(413, 0, "Request size is too large");
  }
}
