package dev.mayfly.engine.operation;

import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.read.ChangeKind;

/**
 * What is recorded when the rows of a dead item are removed, by the purge or by a write in its
 * place.
 */
public final class DeadItems {
  private DeadItems() {}

  /** Logs the delete (F2) and, if that has not been done, the expiry event (F3). */
  public static void logRemoval(
      WriteTransaction transaction,
      OpenContainer container,
      Visibility visibility,
      byte[] suffix,
      ItemRow item) {
    ContainerSnapshot snapshot = container.snapshot();
    boolean expired = visibility.diedOfAge(item, suffix);
    if (snapshot.definition().allVersions() != null) {
      ItemRows.log(
          transaction,
          snapshot,
          expired ? ChangeKind.TTL_DELETE : ChangeKind.DELETE,
          transaction.nextLsn(),
          suffix,
          item,
          0);
    }
    if (transaction.operationLog().includes(snapshot.definition())) {
      long lsn = transaction.nextLsn();
      transaction.operationLog().changed(transaction, container.place(), lsn, false, item, null);
    }
    if (expired) {
      ExpiryEvents.recordIfMissing(transaction, visibility, suffix, item);
    }
  }
}
