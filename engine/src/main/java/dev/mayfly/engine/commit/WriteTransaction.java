package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What one decision may see and do: rows, the instant and LSNs of its group, counts, and what
 * follows its commit. What it collects is dropped if the decision throws, but not what follows the
 * group.
 */
public final class WriteTransaction {
  private final WriteView view;
  private final CommitGroup group;
  private final CountDeltas counts = new CountDeltas();
  private final LiveByteDeltas liveChanges = new LiveByteDeltas();
  private final List<Runnable> afterCommit = new ArrayList<>(2);
  private final List<Runnable> afterFailure = new ArrayList<>(0);
  private byte[] origin;
  private long firstLsn;
  private LastChange appended;
  private boolean wrote;

  WriteTransaction(WriteView view, CommitGroup group) {
    this.view = requireNonNull(view, "view");
    this.group = requireNonNull(group, "group");
  }

  /** The instant at which this write is judged, and its {@code _ts} (B4). */
  public long nowSecond() {
    return group.nowSecond();
  }

  /** Takes the clock again, for a decision that is alone in its group. */
  public long renewNow() {
    return group.renewNow();
  }

  /** For the decision that empties the store: the clock may stand earlier than before. */
  public void clockRestarted() {
    group.clockRestarted();
  }

  public long nextLsn() {
    return group.nextLsn();
  }

  /**
   * From here on, what is written belongs to a transaction that readers of the operation log see as
   * a whole.
   *
   * @param name what it is called, in the words of the front end
   */
  public void beginTransaction(byte[] name) {
    origin = requireNonNull(name, "name");
    firstLsn = group.upcomingLsn();
  }

  /** What the transaction is called; null outside of one. */
  byte[] origin() {
    return origin;
  }

  long firstLsn() {
    return firstLsn;
  }

  /** Where changes are logged for those who follow them. */
  public OperationLog operationLog() {
    return group.operationLog();
  }

  /** The log time of the last LSN that was taken. */
  public long logTime() {
    return group.logTime();
  }

  public byte[] get(Table table, byte[] key) {
    return view.get(table, key);
  }

  /** Says that many rows between two keys will be asked for: see {@link WriteView#announce}. */
  public void announce(Table table, byte[] first, byte[] last) {
    view.announce(table, first, last);
  }

  public RowCursor cursor(Table table, byte[] fromInclusive, byte[] toExclusive) {
    return view.cursor(table, fromInclusive, toExclusive);
  }

  public void put(Table table, byte[] key, byte[] value) {
    wrote = true;
    group.deadRanges().writes(table, key);
    view.put(table, key, value);
  }

  public void delete(Table table, byte[] key) {
    wrote = true;
    view.delete(table, key);
  }

  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    wrote = true;
    view.deleteRange(table, fromInclusive, toExclusive);
  }

  /** Nothing of a container is dead any more: readers need not skip what was. */
  public void forgetDeadRanges(int container) {
    afterCommit(() -> group.deadRanges().forget(container));
  }

  public CountDeltas counts() {
    return counts;
  }

  /** What earlier decisions of the same group did to the counts. */
  public CountDeltas countsOfGroup() {
    return group.counts();
  }

  /** What this decision did to the live bytes of containers that have a quota. */
  public LiveByteDeltas liveChanges() {
    return liveChanges;
  }

  /** What earlier decisions of the same group did to them. */
  public LiveByteDeltas liveChangesOfGroup() {
    return group.liveChanges();
  }

  /**
   * Runs after the commit, before it is acknowledged. If this decision writes nothing, it runs
   * however the group ends: there is nothing that could fail.
   */
  public void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  /**
   * Notifies those who follow a namespace of its last change, after the commit: once for all
   * changes that come one after the other.
   */
  void appended(byte[] namespace, long lsn) {
    if (appended == null || !Arrays.equals(appended.namespace, namespace)) {
      LastChange last = new LastChange(namespace);
      afterCommit(() -> operationLog().heads().appended(namespace, last.lsn));
      appended = last;
    }
    appended.lsn = lsn;
  }

  /** The last change of a namespace. */
  private static final class LastChange {
    private final byte[] namespace;
    private long lsn;

    private LastChange(byte[] namespace) {
      this.namespace = namespace;
    }
  }

  /** Runs if the commit fails. A decision that throws runs its own clean-up. */
  public void afterFailure(Runnable action) {
    afterFailure.add(action);
  }

  /**
   * Runs when the group has ended, after all that follows a commit: however it ends, and also if
   * this decision throws.
   */
  public void afterGroup(Runnable action) {
    group.afterEnd(action);
  }

  boolean wrote() {
    return wrote;
  }

  List<Runnable> commitActions() {
    return afterCommit;
  }

  List<Runnable> failureActions() {
    return afterFailure;
  }
}
