package dev.mayfly.engine.feed;

import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.LogTime;
import dev.mayfly.engine.format.CatalogCodec;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.read.OperationKind;
import java.nio.charset.StandardCharsets;

/**
 * A change in the operation log. What it does not have is null.
 *
 * @param time log time of its commit; the same for all changes of a transaction
 * @param index its place among the LSNs of its transaction
 * @param number of the container
 * @param container the container's name; null for a database
 * @param transaction what its transaction is called, in the words of the front end
 * @param definitionBefore of a container that was changed or dropped
 * @param definitionAfter of a container that was created or changed
 */
public record Operation(
    long lsn,
    long time,
    int index,
    OperationKind kind,
    int number,
    String database,
    String container,
    byte[] transaction,
    byte[] key,
    byte[] delta,
    byte[] before,
    byte[] after,
    ContainerDefinition definitionBefore,
    ContainerDefinition definitionAfter,
    String targetDatabase,
    String targetContainer) {

  static Operation of(long lsn, OperationRow row) {
    boolean item = row.kind().compareTo(OperationKind.DELETE) <= 0;
    long first = row.transaction() == null ? lsn : row.firstLsn();
    String[] names = names(row.namespace());
    String[] target = row.target() == null ? new String[2] : names(row.target());
    return new Operation(
        lsn,
        LogTime.of(row.second(), first),
        (int) (lsn - first),
        row.kind(),
        row.container(),
        names[0],
        names[1],
        row.transaction(),
        row.key(),
        row.delta(),
        item ? row.before() : null,
        item ? row.after() : null,
        item ? null : definition(row.container(), row.before()),
        item ? null : definition(row.container(), row.after()),
        target[0],
        target[1]);
  }

  private static ContainerDefinition definition(int number, byte[] state) {
    return state == null ? null : CatalogCodec.decodeContainer(number, state).definition();
  }

  private static String[] names(byte[] namespace) {
    String text = new String(namespace, StandardCharsets.UTF_8);
    int zero = text.indexOf('\0');
    return zero < 0
        ? new String[] {text, null}
        : new String[] {text.substring(0, zero), text.substring(zero + 1)};
  }

  /** Whether a namespace is the other, or in it. */
  static boolean isIn(byte[] namespace, byte[] other) {
    if (namespace == null || namespace.length < other.length) {
      return false;
    }
    for (int i = 0; i < other.length; i++) {
      if (namespace[i] != other[i]) {
        return false;
      }
    }
    return namespace.length == other.length || namespace[other.length] == 0;
  }
}
