package dev.mayfly.engine.operation;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.container.ContainerSnapshot;
import dev.mayfly.engine.container.Visibility;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.EventRow;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.PastPolicy;
import dev.mayfly.engine.ttl.RecordedExpiries;

/**
 * Expiry events (F3): the first to handle a dead item records its event, the recorder each second,
 * a write in its place, or the purge. An event stands at the second of death, but always after the
 * second up to which events were reported as complete, so that no reader misses it.
 */
public final class ExpiryEvents {
  private ExpiryEvents() {}

  /** Records the event of an item that is dead at that instant unless that is known to be done. */
  public static void recordIfMissing(
      WriteTransaction transaction, Visibility visibility, byte[] suffix, ItemRow item) {
    ContainerSnapshot snapshot = visibility.snapshot();
    RecordedExpiries recorded = snapshot.state().expiries();
    if (snapshot.definition().expiryEvents() == null
        || recorded.isRecorded(item, snapshot.policy())) {
      return;
    }
    PastPolicy killer = recorded.killer(item);
    Visibility then = killer == null ? visibility : snapshot.under(killer);
    if (then.diedOfAge(item, suffix)) {
      record(transaction, then, suffix, item);
    }
  }

  /** Records the event of an item that is written dead, if that is behind the recorder. */
  public static boolean recordIfPassed(
      WriteTransaction transaction, Visibility visibility, byte[] suffix, ItemRow item) {
    ContainerSnapshot snapshot = visibility.snapshot();
    boolean passed =
        snapshot.definition().expiryEvents() != null
            && snapshot.state().expiries().isBehind(item, snapshot.policy());
    if (passed) {
      record(transaction, visibility, suffix, item);
    }
    return passed;
  }

  /** Records the event of an item that is dead as seen there. */
  public static void record(
      WriteTransaction transaction, Visibility visibility, byte[] suffix, ItemRow item) {
    ContainerState state = visibility.snapshot().state();
    long death = visibility.deathSecond(item);
    long second = Math.max(death, state.expiries().toSecond() + 1);
    byte[] value = new EventRow(death, suffix, item.row()).encode();
    transaction.put(Table.EVENTS, Keys.event(state.number(), second, transaction.nextLsn()), value);
    transaction.counts().addTotal(state.number(), CountKeys.SET_EVENTS, 1, value.length);
  }
}
