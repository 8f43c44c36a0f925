package dev.mayfly.engine.registry;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.OpenContainer;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.read.OperationKind;

/** Logs changes of containers for those who follow them. */
final class DefinitionLog {
  private DefinitionLog() {}

  static void created(WriteTransaction transaction, OpenContainer container) {
    log(
        transaction,
        OperationKind.CREATE_CONTAINER,
        container,
        null,
        container.snapshot().state(),
        null);
  }

  static void changed(WriteTransaction transaction, OpenContainer container, ContainerState next) {
    ContainerState before = container.snapshot().state();
    if (!before.definition().equals(next.definition())) {
      log(transaction, OperationKind.CHANGE_CONTAINER, container, before, next, null);
    }
  }

  static void dropped(WriteTransaction transaction, OpenContainer container) {
    ContainerState before = container.snapshot().state();
    log(transaction, OperationKind.DROP_CONTAINER, container, before, null, null);
  }

  /**
   * @param replaced the container of that name, which is dropped; null if there was none
   */
  static void renamed(
      WriteTransaction transaction,
      OpenContainer container,
      OpenContainer replaced,
      String toDatabase,
      String to) {
    log(
        transaction,
        OperationKind.RENAME_CONTAINER,
        container,
        container.snapshot().state(),
        replaced == null ? null : replaced.snapshot().state(),
        OperationRow.namespace(toDatabase, to));
  }

  private static void log(
      WriteTransaction transaction,
      OperationKind kind,
      OpenContainer container,
      ContainerState before,
      ContainerState after,
      byte[] target) {
    if (transaction.operationLog().includes(container.snapshot().definition())) {
      transaction
          .operationLog()
          .defined(
              transaction,
              kind,
              container.place(),
              before == null ? null : CatalogCodec.encode(before),
              after == null ? null : CatalogCodec.encode(after),
              target);
    }
  }
}
