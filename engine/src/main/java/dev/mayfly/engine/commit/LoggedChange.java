package dev.mayfly.engine.commit;

import dev.mayfly.engine.catalog.OperationLogFormat;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.OperationRow;
import dev.mayfly.engine.read.OperationKind;
import java.util.Arrays;

/**
 * A change for the operation log, of an item or of a container. It refers to the rows that were
 * written and copies nothing.
 *
 * @param before the item before; null if there was none
 * @param after the item after; null if there is none
 * @param stateBefore of a container; null if there was none
 * @param stateAfter of a container; null if there is none
 * @param target the namespace of a renamed container, or null
 */
record LoggedChange(
    long lsn,
    long second,
    byte[] origin,
    long firstLsn,
    OperationKind kind,
    OperationLog.Place place,
    ItemRow before,
    ItemRow after,
    byte[] stateBefore,
    byte[] stateAfter,
    byte[] target) {

  static LoggedChange ofItem(
      WriteTransaction transaction,
      long lsn,
      OperationKind kind,
      OperationLog.Place place,
      ItemRow before,
      ItemRow after) {
    return new LoggedChange(
        lsn,
        transaction.nowSecond(),
        transaction.origin(),
        transaction.firstLsn(),
        kind,
        place,
        before,
        after,
        null,
        null,
        null);
  }

  static LoggedChange ofDefinition(
      WriteTransaction transaction,
      long lsn,
      OperationKind kind,
      OperationLog.Place place,
      byte[] before,
      byte[] after,
      byte[] target) {
    return new LoggedChange(
        lsn,
        transaction.nowSecond(),
        transaction.origin(),
        transaction.firstLsn(),
        kind,
        place,
        null,
        null,
        before,
        after,
        target);
  }

  /** Approximate memory. */
  int bytes() {
    return 100
        + (before == null ? 0 : before.row().length)
        + (after == null ? 0 : after.row().length)
        + (stateBefore == null ? 0 : stateBefore.length)
        + (stateAfter == null ? 0 : stateAfter.length);
  }

  /** Whether the row lacks the version after, so that it is encoded with {@link #after}. */
  boolean isWithoutBody() {
    return kind == OperationKind.CREATE;
  }

  /**
   * Its row; null if nothing changed. See {@link #isWithoutBody}.
   *
   * @param position bytes that were logged before
   */
  OperationRow row(OperationLogFormat format, long position) {
    if (kind.compareTo(OperationKind.DELETE) > 0) {
      return row(kind, position, null, null, stateBefore, stateAfter);
    }
    if (isWithoutBody()) {
      return row(kind, position, null, null, null, null);
    }
    byte[] old = before == null ? null : before.body();
    byte[] now = after == null ? null : after.body();
    boolean images = format.keepsImages(place.definition());
    byte[] imageBefore = images ? old : null;
    switch (kind) {
      case REPLACE -> {
        return Arrays.equals(old, now) ? null : row(kind, position, null, null, imageBefore, now);
      }
      case DELETE -> {
        return row(kind, position, format.key(old), null, imageBefore, null);
      }
      default -> {
        byte[] delta = format.delta(old, now);
        if (delta == null) {
          return null;
        }
        if (delta.length == 0) {
          return row(OperationKind.REPLACE, position, null, null, imageBefore, now);
        }
        return row(kind, position, format.key(old), delta, imageBefore, images ? now : null);
      }
    }
  }

  private OperationRow row(
      OperationKind shown,
      long position,
      byte[] key,
      byte[] delta,
      byte[] rowBefore,
      byte[] rowAfter) {
    return new OperationRow(
        shown,
        second,
        position,
        place.number(),
        place.namespace(),
        origin,
        firstLsn,
        key,
        delta,
        rowBefore,
        rowAfter,
        target);
  }
}
