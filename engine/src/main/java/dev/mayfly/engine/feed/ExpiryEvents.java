package dev.mayfly.engine.feed;

import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.Face;
import dev.mayfly.engine.commit.WriteTransaction;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.EventRow;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.format.Keys;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.TtlPolicy;

/**
 * Expiry events (F3): whoever first handles a dead item records its event, the recorder each
 * second, a write in its place, or the purge. An event stands at the second of death, but always
 * after the second up to which readers have been told that events are complete, so that nobody
 * misses it.
 */
public final class ExpiryEvents {
  private ExpiryEvents() {}

  /** Records the event of a dead item unless that is known to be done. */
  public static void recordIfMissing(
      WriteTransaction transaction, Face face, long nowSecond, byte[] suffix, ItemHeader item) {
    if (face.definition().expiryEvents() != null && !isRecorded(face.state(), item, nowSecond)) {
      record(transaction, face, nowSecond, suffix, item);
    }
  }

  /** Records the event of an item that was written dead, behind the recorder. */
  public static void recordIfPassed(
      WriteTransaction transaction, Face face, long nowSecond, byte[] suffix, ItemHeader item) {
    if (face.definition().expiryEvents() != null && isRecorded(face.state(), item, nowSecond)) {
      record(transaction, face, nowSecond, suffix, item);
    }
  }

  public static void record(
      WriteTransaction transaction, Face face, long nowSecond, byte[] suffix, ItemHeader item) {
    ContainerState state = face.state();
    // An item whose time had passed when it was written died in that second.
    long due = Math.max(face.policy().deathSecond(item), item.tsSecond());
    long death = Math.min(due, nowSecond);
    long second = Math.max(death, state.eventsRecordedTo() + 1);
    byte[] value = new EventRow(death, suffix, item.row()).encode();
    transaction.put(Table.EVENTS, Keys.event(state.number(), second, transaction.nextLsn()), value);
    transaction.counts().addTotal(state.number(), CountKeys.SET_EVENTS, 1, value.length);
  }

  /** True if the recorder has passed the item in a queue of a source that killed it. */
  private static boolean isRecorded(ContainerState state, ItemHeader item, long nowSecond) {
    TtlPolicy policy = state.policy();
    boolean recorded =
        switch (item.ttlClass()) {
          case INHERITS ->
              passed(state, policy.defaultSource(), item.baseSecond(), item.lsn(), nowSecond);
          case OWN ->
              passed(state, policy.ownSource(), TtlPolicy.ownDeadline(item), item.lsn(), nowSecond);
          case NEVER -> false;
        };
    for (int i = 0; i < item.dateCount() && !recorded; i++) {
      ExpirySource source = policy.dateSource(item.dateSource(i));
      recorded = source != null && passed(state, source, item.dateSecond(i), item.lsn(), nowSecond);
    }
    return recorded;
  }

  private static boolean passed(
      ContainerState state, ExpirySource source, long key, long lsn, long nowSecond) {
    Long recorded = state.recordedKeys().get(source.id());
    return recorded != null
        && source.isDead(key, lsn, nowSecond)
        && isRecorded(state, source, key, lsn, recorded);
  }

  /**
   * True if the recorder, which has come to that key, has met a dead item with this key as a dead
   * one: it was covered by a mark, or its time had passed when the recorder last was here.
   */
  public static boolean isRecorded(
      ContainerState state, ExpirySource source, long key, long lsn, long recordedKey) {
    return key <= recordedKey
        && (source.marks().cover(key, lsn)
            || source.inForce() && key <= source.boundary(state.eventsRecordedTo()));
  }
}
