package dev.mayfly.vector;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.bson.RawBson;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.engine.read.StopReason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The graph of one path of a container. It follows the container's change feed: what it has
 * published is as of a place in the feed, and who searches reads the items that changed since from
 * the feed itself. Deletes and expiries are not in the feed. Items that are gone are noticed when
 * they are looked up, and a sweep removes their vectors when there are many.
 *
 * <p>One thread follows, sweeps and closes; others search what was published.
 */
final class VectorIndex {
  private static final ReadLimits CHANGES = new ReadLimits(512, 4L << 20, 10_000);
  private static final long STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** So many changes are published at once, unless the index is being built. */
  private static final int CHANGES_AT_ONCE = 4096;

  /** So many items are looked up at once by a sweep. */
  private static final int SWEPT_AT_ONCE = 64;

  /** With more vectors that no graph can have an exact search is the better one. */
  private static final int LOOSE_MAX = 1000;

  /** A sweep begins when more than a fifth of so many look-ups have found nothing. */
  private static final int LOOKUPS_MIN = 1000;

  private static final int MISSES_SHARE = 5;

  /** Merging two graphs needs the space of both once more. */
  private static final int SPACE_FACTOR = 3;

  private static final int NODE_BYTES = 256;

  private final Container container;
  private final VectorField field;
  private final VectorSpace space;
  private final VectorBuffer vector = new VectorBuffer();
  private final Map<ByteBuffer, byte[]> loose = new HashMap<>();
  private VectorGraph graph;
  private byte[] continuation;
  private long takenBytes;
  private long followedLsn = -1;
  private volatile long seenItems;
  private volatile VectorSnapshot published;
  private volatile boolean closed;
  private volatile long usedNanos = System.nanoTime();
  private long lookedUp;
  private long missed;
  private boolean manyGone;

  /** Why an index can't be: exact searches answer what it would have answered. */
  static final class TooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    TooLargeException(String message) {
      super(message);
    }
  }

  VectorIndex(Container container, VectorField field, VectorSpace space) {
    this.container = container;
    this.field = field;
    this.space = space;
  }

  /** What was published last; null if nothing was. The caller closes it. */
  VectorSnapshot open() {
    usedNanos = System.nanoTime();
    for (VectorSnapshot last = published; last != null && !closed; last = published) {
      if (last.open()) {
        return last;
      }
    }
    return null;
  }

  /** Whether it can't be searched yet. */
  boolean isBuilding() {
    return published == null && !closed;
  }

  /** How many items it has read. */
  long seenItems() {
    return seenItems;
  }

  long idleNanos() {
    return System.nanoTime() - usedNanos;
  }

  /** Whether something has changed since it was followed. */
  boolean isBehind() {
    return !closed && (published == null || container.lastLsn() != followedLsn);
  }

  /** Counts items that a search looked up, and those of them that were gone. */
  synchronized void searched(long count, long gone) {
    lookedUp += count;
    missed += gone;
    if (lookedUp >= LOOKUPS_MIN) {
      manyGone |= missed > lookedUp / MISSES_SHARE;
      lookedUp = 0;
      missed = 0;
    }
  }

  private synchronized boolean needsSweep() {
    boolean many = manyGone;
    manyGone = false;
    return many || published.size() > 2 * (container.live().items() + LOOKUPS_MIN);
  }

  /** Takes over what has changed, and removes what is gone if that is much. */
  void work() throws IOException {
    if (isBehind()) {
      follow();
    }
    if (!closed && published != null && needsSweep()) {
      sweep();
    }
  }

  /** Takes over what has changed, and publishes it. */
  private void follow() throws IOException {
    if (graph == null) {
      graph = new VectorGraph(field, space.open());
    }
    boolean building = published == null;
    int unpublished = 0;
    boolean end = false;
    while (!end && !closed) {
      long lsn = container.lastLsn();
      Reading reading = container.beginUncharged(System.nanoTime() + STEP_NANOS);
      FeedStart start =
          continuation == null ? FeedStart.beginning() : FeedStart.after(continuation);
      Page<Item> page = reading.changes(start, EpkRange.FULL, CHANGES);
      for (Item item : page.entries()) {
        take(item);
      }
      continuation = page.continuation();
      unpublished += page.entries().size();
      seenItems += page.entries().size();
      end = page.reason() == StopReason.END;
      if (end) {
        followedLsn = lsn;
      }
      if (end || !building && unpublished >= CHANGES_AT_ONCE) {
        publish();
        unpublished = 0;
      }
    }
  }

  private void take(Item item) throws IOException {
    byte[] address = item.address();
    vector.read(RawBson.find(item.body(), field.path()));
    loose.remove(ByteBuffer.wrap(address));
    boolean fits = vector.length() == field.dimensions();
    boolean none = field.distance() == DistanceFunction.COSINE && vector.squares() == 0;
    if (!fits || none) {
      if (published != null) {
        graph.remove(address);
      }
      return;
    }
    float[] node = graph.node(vector);
    if (node == null) {
      graph.remove(address);
      loose.put(ByteBuffer.wrap(address), address);
      if (loose.size() > LOOSE_MAX) {
        throw new TooLargeException("more than " + LOOSE_MAX + " vectors have too large numbers");
      }
      return;
    }
    takeSpace();
    graph.put(address, node);
  }

  private void takeSpace() {
    long bytes = (long) SPACE_FACTOR * (Float.BYTES * field.dimensions() + NODE_BYTES);
    if (!space.take(bytes)) {
      throw new TooLargeException("the space for vector indexes is used up");
    }
    takenBytes += bytes;
  }

  private void publish() throws IOException {
    VectorSnapshot before = published;
    published =
        new VectorSnapshot(
            graph,
            graph.publish(before == null ? null : before.reader()),
            continuation,
            followedLsn,
            List.copyOf(loose.values()));
    if (before != null) {
      before.close();
    }
    long bytes =
        (long) SPACE_FACTOR
            * (Float.BYTES * field.dimensions() + NODE_BYTES)
            * published.reader().maxDoc();
    // Vectors that were written again were counted twice.
    space.giveBack(takenBytes - bytes);
    takenBytes = bytes;
  }

  /** Removes the vectors of items that are gone. */
  private void sweep() throws IOException {
    List<byte[]> addresses = VectorGraph.addresses(published.reader());
    for (int from = 0; from < addresses.size() && !closed; from += SWEPT_AT_ONCE) {
      List<byte[]> some = addresses.subList(from, Math.min(addresses.size(), from + SWEPT_AT_ONCE));
      Reading reading = container.beginUncharged(System.nanoTime() + STEP_NANOS);
      List<Item> items = reading.lookupAddresses(some).items();
      for (int i = 0; i < items.size(); i++) {
        if (items.get(i) == null) {
          graph.remove(some.get(i));
        }
      }
    }
    if (!closed) {
      publish();
    }
  }

  /** Ends what follows, from any thread. */
  void stop() {
    closed = true;
  }

  void close() throws IOException {
    closed = true;
    if (published != null) {
      published.close();
      published = null;
    }
    space.giveBack(takenBytes);
    takenBytes = 0;
    if (graph != null) {
      graph.close();
    }
  }
}
