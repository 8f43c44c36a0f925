package dev.mayfly.engine.operation;

import dev.mayfly.engine.commit.OperationLog;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.read.ChangeKind;
import dev.mayfly.engine.storage.Table;

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
    if (transaction.operationLog().includes(snapshot.definition()) && !item.isDeathLogged()) {
      logDelete(transaction, container, item);
    }
    if (expired) {
      ExpiryEvents.recordIfMissing(transaction, visibility, suffix, item);
    }
  }

  /**
   * Logs the delete of an item whose expiry event is recorded, so that it is at the deadline, and
   * notes in the item that this has been done: it is logged once, whoever comes first.
   */
  public static void logDeath(
      WriteTransaction transaction, OpenContainer container, byte[] suffix, ItemRow item) {
    OperationLog log = transaction.operationLog();
    if (log.isKept() && log.includes(container.snapshot().definition()) && !item.isDeathLogged()) {
      logDelete(transaction, container, item);
      transaction.put(
          Table.ITEMS, Keys.item(container.number(), suffix), item.withDeathLogged().row());
    }
  }

  private static void logDelete(
      WriteTransaction transaction, OpenContainer container, ItemRow item) {
    long lsn = transaction.nextLsn();
    transaction.operationLog().changed(transaction, container.place(), lsn, false, item, null);
  }
}
