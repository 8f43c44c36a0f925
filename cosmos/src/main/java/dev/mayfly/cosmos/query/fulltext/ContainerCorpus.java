package dev.mayfly.cosmos.query.fulltext;

import dev.mayfly.cosmos.resource.DefinitionParts;
import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.RawValue;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemId;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import dev.mayfly.net.work.Checkpoint;
import dev.mayfly.text.fulltext.FullTextKeys;
import dev.mayfly.text.fulltext.TextCorpus;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The indexed texts of one container on the heap, as of its last commit. What was written since is
 * read from the change feed before a search. Deletes are not in that feed: after it the number of
 * documents must be that of the container's counts, else all items are compared. Whether a document
 * is alive is decided for each search by its deadline, which the TTL policy gave.
 */
final class ContainerCorpus {
  private static final ReadLimits STEP = new ReadLimits(1_000, 4L << 20, 10_000);
  private static final byte[] ID = "id".getBytes(StandardCharsets.UTF_8);

  /** A search waits so long for changes that another one brings in, then reads items itself. */
  private static final long WAIT_MILLIS = 20;

  /** So often the feed is read again because of writes meanwhile. */
  private static final int ATTEMPTS = 3;

  /** With less time nothing is begun. */
  private static final long NANOS_MIN = TimeUnit.MILLISECONDS.toNanos(100);

  private static final int RANGES_MAX = 64;

  final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final FullTextPolicy policy;
  private final List<FullTextPolicy.Field> fields;
  private final long bytesMax;
  private final Map<EpkRange, Members> members = new HashMap<>();
  private TextCorpus<ItemKey> corpus;
  private ContainerState state;
  private long lsn;
  private byte[] feed;
  private Pass unfinished;
  private boolean tooLarge;
  volatile long usedNanos = System.nanoTime();
  volatile long heapBytes;

  /**
   * A pass over all items that ended before them, because the time of its search was up. The next
   * search resumes it.
   *
   * @param state of the container; after another one it is of no use
   * @param feed where the change feed was when it began
   * @param seen the documents of the items before the continuation
   */
  private record Pass(ContainerState state, byte[] feed, BitSet seen, byte[] continuation) {}

  /** Which documents are in a range of partitions, as far as they have been looked at. */
  private record Members(BitSet documents, int[] end, long generation) {}

  ContainerCorpus(FullTextPolicy policy, long bytesMax) {
    this.policy = policy;
    this.fields = List.copyOf(policy.indexed().values());
    this.bytesMax = bytesMax;
  }

  boolean isOf(FullTextPolicy other) {
    return other == policy || fields.equals(List.copyOf(other.indexed().values()));
  }

  TextCorpus<ItemKey> corpus() {
    return corpus;
  }

  /** The number of the field at a path; negative if there is none. */
  int field(List<String> path) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).path().names().equals(path)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * Brings it up to date and keeps it from being changed until the read lock is given back.
   *
   * @param untilNanos when that is given up
   * @return false if it can't be used now; then no lock is held
   */
  boolean open(Container container, long untilNanos) {
    usedNanos = System.nanoTime();
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!tryLock(lock.readLock())) {
        return false;
      }
      if (isCurrent(container)) {
        return true;
      }
      lock.readLock().unlock();
      if (!tryLock(lock.writeLock())) {
        return false;
      }
      try {
        boolean done = isCurrent(container) || bringUpToDate(container, untilNanos);
        heapBytes = corpus == null ? 0 : corpus.heapBytes();
        if (!done) {
          return false;
        }
        // What was committed meanwhile came later than this search.
        lock.readLock().lock();
        return true;
      } finally {
        lock.writeLock().unlock();
      }
    }
    return false;
  }

  private static boolean tryLock(Lock lock) {
    try {
      return lock.tryLock(WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean isCurrent(Container container) {
    return corpus != null
        && unfinished == null
        && lsn == container.lastLsn()
        && state == container.state();
  }

  private boolean bringUpToDate(Container container, long untilNanos) {
    long before = container.lastLsn();
    ContainerState now = container.state();
    if (tooLarge && before == lsn || untilNanos - System.nanoTime() < NANOS_MIN) {
      return false;
    }
    boolean whole = false;
    try {
      boolean mayFollow = corpus != null && unfinished == null && state == now;
      whole = mayFollow && follow(container, untilNanos) || pass(container, now, untilNanos);
      tooLarge = corpus.heapBytes() > bytesMax;
    } finally {
      if (!whole && unfinished == null || tooLarge) {
        corpus = null;
        feed = null;
        unfinished = null;
        members.clear();
      }
      lsn = before;
      state = now;
    }
    if (!whole || corpus == null) {
      return false;
    }
    corpus.compact();
    return true;
  }

  /** Compares all items, or resumes that; false if the time was too short. */
  private boolean pass(Container container, ContainerState now, long untilNanos) {
    Pass begun = unfinished != null && unfinished.state() == now ? unfinished : null;
    unfinished = null;
    if (!compareAll(container, now, begun, untilNanos)) {
      return false;
    }
    // What was read by earlier searches may have changed since.
    return begun == null
        || corpus.heapBytes() > bytesMax
        || follow(container, untilNanos)
        || compareAll(container, now, null, untilNanos);
  }

  /** Applies what was written since; false if that is not all that happened. */
  private boolean follow(Container container, long untilNanos) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      long before = container.lastLsn();
      Reading reading = container.beginUncharged(untilNanos);
      if (!readFeed(container, reading)) {
        return false;
      }
      long live = container.live().items();
      if (container.lastLsn() == before) {
        return corpus.live(reading.nowSecond()) == live;
      }
    }
    return true; // writers are faster: the next search sees whether something was deleted
  }

  private boolean readFeed(Container container, Reading reading) {
    while (true) {
      Page<Item> page = reading.changes(FeedStart.after(feed), EpkRange.FULL, STEP);
      for (Item item : page.entries()) {
        put(container.definition().partitionKey(), item, reading.nowSecond());
      }
      feed = page.continuation() == null ? feed : page.continuation();
      Checkpoint.pass();
      if (corpus.heapBytes() > bytesMax) {
        return false;
      } else if (page.reason() == StopReason.END) {
        return true;
      } else if (reading.isTimeUp()) {
        return false;
      }
    }
  }

  /**
   * Reads all items, and divides the texts of those that have changed.
   *
   * @param begun where it resumes; null if it begins
   * @return false if the time is up; then it is to be gone on with
   */
  private boolean compareAll(Container container, ContainerState now, Pass begun, long untilNanos) {
    Reading reading = container.beginUncharged(untilNanos);
    byte[] start =
        begun == null
            ? reading.changes(FeedStart.now(), EpkRange.FULL, STEP).continuation()
            : begun.feed();
    if (corpus == null) {
      corpus = new TextCorpus<>(fields.stream().map(FullTextPolicy.Field::language).toList());
      members.clear();
    }
    BitSet seen = begun == null ? new BitSet() : begun.seen();
    PartitionKeyDefinition definition = container.definition().partitionKey();
    byte[] continuation = begun == null ? null : begun.continuation();
    do {
      Page<Item> page =
          reading.scan(
              EpkRange.FULL,
              continuation,
              STEP,
              item -> {
                seen.set(put(definition, item, reading.nowSecond()));
                return false;
              });
      continuation = page.continuation();
      Checkpoint.pass();
      if (corpus.heapBytes() > bytesMax) {
        return true; // and too large
      } else if (continuation != null && reading.isTimeUp()) {
        unfinished = new Pass(now, start, seen, continuation);
        return false;
      }
    } while (continuation != null);
    for (int i = 0; i < corpus.end(); i++) {
      if (!seen.get(i) && corpus.key(i) != null) {
        corpus.remove(corpus.key(i));
      }
    }
    feed = start;
    return feed != null;
  }

  /** Adds an item, unless it is there in this version; returns its number. */
  private int put(PartitionKeyDefinition definition, Item item, long nowSecond) {
    RawValue document = item.document();
    RawValue id = document.find(ID);
    ItemKey key =
        new ItemKey(PartitionKey.fromBody(definition, item.body()), ItemId.of(id.asString()));
    long remaining = item.remainingSeconds();
    long deadline = remaining == Long.MAX_VALUE ? Long.MAX_VALUE : nowSecond + remaining;
    int known = corpus.number(key);
    if (known >= 0 && corpus.version(known) == item.lsn()) {
      corpus.deadline(known, deadline);
      return known;
    }
    String[] texts = new String[fields.size()];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = FullTextKeys.text(document, fields.get(i).path());
    }
    corpus.put(key, item.rid(), item.lsn(), deadline, texts);
    return corpus.number(key);
  }

  /** The documents of a range; null for all. To be called with the read lock. */
  BitSet within(EpkRange range, PartitionKeyDefinition definition) {
    if (range.equals(EpkRange.FULL)) {
      return null;
    }
    synchronized (members) {
      Members known = members.get(range);
      if (known == null || known.generation() != corpus.generation()) {
        if (members.size() >= RANGES_MAX) {
          members.clear();
        }
        known = new Members(new BitSet(), new int[1], corpus.generation());
        members.put(range, known);
      }
      for (int i = known.end()[0]; i < corpus.end(); i++) {
        ItemKey key = corpus.key(i);
        if (key != null
            && range.contains(EffectivePartitionKey.of(definition, key.partitionKey()))) {
          known.documents().set(i);
        }
      }
      known.end()[0] = corpus.end();
      return known.documents();
    }
  }

  /** Whether the texts of a container can be kept: only items of this front end have its keys. */
  static boolean canHold(Container container, FullTextPolicy policy) {
    return !container.isView()
        && !policy.indexed().isEmpty()
        && !DefinitionParts.isShared(container.definition());
  }
}
