package dev.mayfly.engine.commit;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.format.CountDeltaRow;
import dev.mayfly.engine.format.CountKeys;
import dev.mayfly.engine.format.NumberRow;
import dev.mayfly.engine.read.Tally;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/**
 * Counts by time bucket: the folded rows on the storage, and the deltas committed since, in memory.
 * Thread safe. A commit's deltas are applied before the commit is acknowledged.
 */
public final class Counts {
  /** This many deltas ask for a fold before its time. */
  private static final int PENDING_MAX = 8192;

  private final Storage storage;
  private final Map<SetName, RunningSet> running = new HashMap<>();
  private NavigableMap<CountKey, Tally> recent = new TreeMap<>();
  private NavigableMap<CountKey, Tally> folding = new TreeMap<>();
  private long lastLsn;
  private long foldingLsn;
  private int pending;

  private record SetName(int container, int set) {}

  /** The total of a set, and what stands at or before a boundary that only moves forward. */
  private static final class RunningSet {
    private Tally total = Tally.ZERO;
    private long boundary = Long.MIN_VALUE;
    private Tally upToBoundary = Tally.ZERO;
    private long changes;
  }

  public Counts(Storage storage) {
    this.storage = requireNonNull(storage, "storage");
    try (ReadView view = storage.snapshot()) {
      long folded = foldedLsn(view);
      lastLsn = folded;
      byte[] deltas = CountKeys.deltas();
      try (RowCursor cursor = view.cursor(Table.COUNTS, deltas, Bytes.after(deltas))) {
        while (cursor.next()) {
          long lsn = CountDeltaRow.lsn(cursor.value());
          if (lsn > folded) {
            merge(recent, CountDeltas.decode(cursor.value()).changes());
            lastLsn = Math.max(lastLsn, lsn);
            pending++;
          }
        }
      }
    }
  }

  /** How many commits have deltas that are not folded: the slot of the next one. */
  public synchronized int pendingDeltas() {
    return pending;
  }

  /** The LSN of the last deltas; 0 if there were none. */
  synchronized long lastLsn() {
    return lastLsn;
  }

  public synchronized boolean shouldFold() {
    return pending >= PENDING_MAX;
  }

  /** The deltas of a group that was just committed. */
  public synchronized void apply(CountDeltas deltas, long lsn) {
    if (deltas.isEmpty()) {
      return;
    }
    assert lsn > lastLsn : "deltas of LSN " + lsn + " applied after " + lastLsn;
    merge(recent, deltas.changes());
    lastLsn = lsn;
    pending++;
    deltas.changes().forEach(this::applyToRunning);
  }

  private void applyToRunning(CountKey key, Tally change) {
    byte[] bytes = key.bytes();
    boolean bucket = CountKeys.isBucket(bytes);
    if (!bucket && !CountKeys.isTotal(bytes)) {
      return;
    }
    RunningSet set = running.get(new SetName(CountKeys.containerOf(bytes), CountKeys.setOf(bytes)));
    if (set == null) {
      return;
    }
    set.total = set.total.plus(change);
    set.changes++;
    assert set.total.items() >= 0 : "a set of " + set.total.items() + " items";
    if (bucket && CountKeys.startOf(bytes) <= set.boundary) {
      set.upToBoundary = set.upToBoundary.plus(change);
    }
  }

  /** Everything in a set. */
  public synchronized Tally total(int container, int set) {
    return runningSet(container, set).total;
  }

  /** Another number after each commit that changes a set. */
  public synchronized long changes(int container, int set) {
    return runningSet(container, set).changes;
  }

  /** How many items have rows, dead or alive. */
  public synchronized long items(int container) {
    long items = 0;
    for (int set = CountKeys.SET_INHERITING; set <= CountKeys.SET_SEVERAL; set++) {
      items += total(container, set).items();
    }
    return items;
  }

  /**
   * What stands in a set at or before that second. Made for a boundary that moves forward: cost
   * grows with the distance from the last call's.
   */
  public synchronized Tally upTo(int container, int set, long second) {
    RunningSet found = runningSet(container, set);
    if (second == found.boundary || found.total.equals(Tally.ZERO)) {
      return second == found.boundary ? found.upToBoundary : Tally.ZERO;
    }
    if (second < found.boundary) {
      return between(container, set, Long.MIN_VALUE, second);
    }
    long first = found.boundary == Long.MIN_VALUE ? Long.MIN_VALUE : found.boundary + 1;
    found.upToBoundary = found.upToBoundary.plus(between(container, set, first, second));
    found.boundary = second;
    return found.upToBoundary;
  }

  /** What stands in a set from one second to another, both included. */
  public synchronized Tally between(int container, int set, long firstSecond, long lastSecond) {
    if (firstSecond > lastSecond) {
      return Tally.ZERO;
    }
    CountKey first = new CountKey(CountKeys.bucket(container, set, 0, firstSecond));
    CountKey last = new CountKey(CountKeys.bucket(container, set, 0, lastSecond));
    try (ReadView view = storage.snapshot()) {
      Tally sum = BucketSums.between(view, container, set, firstSecond, lastSecond);
      sum = sum.plus(sum(recent.subMap(first, true, last, true)));
      if (isUnfolded(view)) {
        sum = sum.plus(sum(folding.subMap(first, true, last, true)));
      }
      return sum;
    }
  }

  /** What a logical partition holds, dead items included; only where there is a quota. */
  public synchronized Tally partition(int container, byte[] partition) {
    byte[] key = CountKeys.partition(container, partition);
    try (ReadView view = storage.snapshot()) {
      return at(view, new CountKey(key));
    }
  }

  private RunningSet runningSet(int container, int set) {
    return running.computeIfAbsent(
        new SetName(container, set),
        name -> {
          RunningSet fresh = new RunningSet();
          try (ReadView view = storage.snapshot()) {
            fresh.total = at(view, new CountKey(CountKeys.total(container, set)));
            CountKey first = new CountKey(CountKeys.bucket(container, set, 0, Long.MIN_VALUE));
            CountKey last = new CountKey(CountKeys.bucket(container, set, 0, Long.MAX_VALUE));
            fresh.total = fresh.total.plus(sum(recent.subMap(first, true, last, true)));
            if (isUnfolded(view)) {
              fresh.total = fresh.total.plus(sum(folding.subMap(first, true, last, true)));
            }
          }
          return fresh;
        });
  }

  private Tally at(ReadView view, CountKey key) {
    byte[] value = view.get(Table.COUNTS, key.bytes());
    Tally tally = new Tally(CountKeys.items(value), CountKeys.bytes(value));
    tally = tally.plus(recent.getOrDefault(key, Tally.ZERO));
    return isUnfolded(view) ? tally.plus(folding.getOrDefault(key, Tally.ZERO)) : tally;
  }

  /** True if the deltas being folded are not in the rows of that view. */
  private boolean isUnfolded(ReadView view) {
    return !folding.isEmpty() && foldedLsn(view) < foldingLsn;
  }

  private static long foldedLsn(ReadView view) {
    byte[] row = view.get(Table.COUNTS, CountKeys.FOLDED);
    return NumberRow.decode(row, 0);
  }

  /** The write that folds all deltas into the rows; to be run alone in its group. */
  public Write<Void> fold() {
    return this::fold;
  }

  private Void fold(WriteTransaction transaction) {
    NavigableMap<CountKey, Tally> deltas;
    synchronized (this) {
      if (pending == 0) {
        return null;
      }
      folding = recent;
      foldingLsn = lastLsn;
      recent = new TreeMap<>();
      deltas = folding;
    }
    try {
      fold(transaction, deltas);
    } catch (RuntimeException e) {
      unfold();
      throw e;
    }
    transaction.afterCommit(this::folded);
    transaction.afterFailure(this::unfold);
    return null;
  }

  private void fold(WriteTransaction transaction, NavigableMap<CountKey, Tally> deltas) {
    NavigableMap<CountKey, Tally> rows = new TreeMap<>();
    deltas.forEach((key, change) -> spread(rows, key, change));
    rows.forEach(
        (key, change) -> {
          byte[] before = transaction.get(Table.COUNTS, key.bytes());
          long items = CountKeys.items(before) + change.items();
          long bytes = CountKeys.bytes(before) + change.bytes();
          if (items == 0 && bytes == 0) {
            if (before != null) {
              transaction.delete(Table.COUNTS, key.bytes());
            }
          } else {
            transaction.put(Table.COUNTS, key.bytes(), CountKeys.count(items, bytes));
          }
        });
    transaction.put(Table.COUNTS, CountKeys.FOLDED, NumberRow.encode(foldingLsn));
  }

  /** A delta of one second belongs to a bucket of every level and to the total. */
  private static void spread(Map<CountKey, Tally> rows, CountKey key, Tally change) {
    if (change.equals(Tally.ZERO)) {
      return;
    }
    byte[] bytes = key.bytes();
    if (!CountKeys.isBucket(bytes)) {
      rows.merge(key, change, Tally::plus);
      return;
    }
    int container = CountKeys.containerOf(bytes);
    int set = CountKeys.setOf(bytes);
    for (int level = 0; level < CountKeys.LEVELS; level++) {
      long start = CountKeys.bucketStart(level, CountKeys.startOf(bytes));
      CountKey row = new CountKey(CountKeys.bucket(container, set, level, start));
      rows.merge(row, change, Tally::plus);
    }
    rows.merge(new CountKey(CountKeys.total(container, set)), change, Tally::plus);
  }

  /** The deltas of a group that another node has committed. */
  public void follow(byte[] deltaRow) {
    apply(CountDeltas.decode(deltaRow), CountDeltaRow.lsn(deltaRow));
  }

  /** Another node folds all deltas up to an LSN; called before the rows that say so are written. */
  public synchronized void followFold(long lsn) {
    folding = recent;
    foldingLsn = lsn;
    recent = new TreeMap<>();
  }

  /** The rows that another node has folded are written. */
  public void followFolded() {
    folded();
  }

  private synchronized void folded() {
    folding = new TreeMap<>();
    pending = 0;
  }

  private synchronized void unfold() {
    merge(folding, recent);
    recent = folding;
    folding = new TreeMap<>();
  }

  /**
   * Forgets deltas of containers that are gone: they were dropped before the deltas were folded.
   */
  public synchronized void retain(IntPredicate exists) {
    recent.keySet().removeIf(key -> !exists.test(CountKeys.containerOf(key.bytes())));
  }

  /** Forgets a container that was dropped. */
  public synchronized void forget(int container) {
    running.keySet().removeIf(name -> name.container() == container);
    for (byte[] prefix : CountKeys.ofContainer(container)) {
      recent.subMap(new CountKey(prefix), new CountKey(Bytes.after(prefix))).clear();
    }
  }

  private static Tally sum(Map<CountKey, Tally> part) {
    Tally sum = Tally.ZERO;
    for (Tally tally : part.values()) {
      sum = sum.plus(tally);
    }
    return sum;
  }

  private static void merge(Map<CountKey, Tally> into, Map<CountKey, Tally> from) {
    from.forEach((key, tally) -> into.merge(key, tally, Tally::plus));
  }
}
