package dev.mayfly.engine.item;

import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.catalog.Visibility;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.feed.ExpiryEvents;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.LogRow;

/** What is told of a dead item when its rows go: by the purge, or by a write in its place. */
public final class DeadItems {
  private DeadItems() {}

  /** Logs the delete (F2) and, if that has not been done, the expiry event (F3). */
  public static void logRemoval(
      WriteTransaction transaction,
      Face face,
      Visibility visibility,
      byte[] suffix,
      ItemHeader item) {
    boolean expired = visibility.diedOfAge(item, suffix);
    if (face.definition().allVersions() != null) {
      ItemRows.log(
          transaction,
          face,
          expired ? LogRow.Kind.TTL_DELETE : LogRow.Kind.DELETE,
          transaction.nextLsn(),
          suffix,
          item,
          0);
    }
    if (expired) {
      ExpiryEvents.recordIfMissing(transaction, face, visibility.nowSecond(), suffix, item);
    }
  }
}
