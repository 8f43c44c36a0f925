package dev.mayfly.query.memory;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.spill.SpillSpace;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/**
 * The heap bytes that all requests of a server may hold together. Thread safe.
 *
 * <p>A request may hold at most twice of what its grant would leave free. So whoever holds most is
 * refused first, one request alone gets two thirds of the pool, and with each further large request
 * every one of them gets less, while a part always stays free. A last part is granted only to small
 * requests, so that large ones never make them fail.
 */
public final class MemoryPool {
  /** Of the heap: the rest is for buffers, caches and what is garbage but not collected yet. */
  private static final int HEAP_PERCENT = 40;

  private static final long REQUEST_BYTES_MAX = 400L << 20;
  private static final int FREE_FACTOR = 2;
  private static final int SMALL_RESERVE_DIVISOR = 8;
  private static final long SMALL_BYTES_MAX = 1L << 20;
  private static final int SMALL_REQUESTS_MIN = 8;

  private final long capacityBytes;
  private final long smallReserveBytes;
  private final long smallBytesMax;
  private final SpillSpace spillSpace;
  private final List<Reclaimer> reclaimers = new CopyOnWriteArrayList<>();
  private long reservedBytes;
  private long refusals;

  /** Can end what holds memory and is idle, such as a cursor between two batches. */
  @FunctionalInterface
  public interface Reclaimer {
    /**
     * Ends one holder of at least so many bytes.
     *
     * @return false if there is none
     */
    boolean reclaim(long leastBytes);
  }

  /** A pool whose requests use no disk. */
  public MemoryPool(long capacityBytes) {
    this(capacityBytes, SpillSpace.NONE);
  }

  /**
   * @param spillSpace where requests may put what they can't hold
   */
  public MemoryPool(long capacityBytes, SpillSpace spillSpace) {
    if (capacityBytes <= 0) {
      throw new IllegalArgumentException("capacityBytes: " + capacityBytes);
    }
    this.capacityBytes = capacityBytes;
    this.spillSpace = requireNonNull(spillSpace, "spillSpace");
    this.smallReserveBytes = capacityBytes / SMALL_RESERVE_DIVISOR;
    this.smallBytesMax = Math.min(SMALL_BYTES_MAX, smallReserveBytes / SMALL_REQUESTS_MIN);
  }

  /** A pool with a share of the largest heap that this process may have, without disk. */
  public static MemoryPool ofHeap() {
    return ofHeap(SpillSpace.NONE);
  }

  /**
   * A pool with a share of the largest heap that this process may have.
   *
   * @param spillSpace where requests may put what they can't hold
   */
  public static MemoryPool ofHeap(SpillSpace spillSpace) {
    return new MemoryPool(Runtime.getRuntime().maxMemory() / 100 * HEAP_PERCENT, spillSpace);
  }

  /**
   * The account of a request that begins; it costs nothing until something is charged.
   *
   * @param refusal makes the API's error of what is wrong
   */
  public RequestMemory open(Function<MemoryRefusal, RuntimeException> refusal) {
    return new RequestMemory(this, refusal);
  }

  /** From now on this is asked before a request is refused. */
  public void addReclaimer(Reclaimer reclaimer) {
    reclaimers.add(requireNonNull(reclaimer, "reclaimer"));
  }

  public long capacityBytes() {
    return capacityBytes;
  }

  public SpillSpace spillSpace() {
    return spillSpace;
  }

  /** What requests hold now, rounded up to the chunks in which they reserve it. */
  public synchronized long reservedBytes() {
    return reservedBytes;
  }

  /** How many requests were refused since the start. */
  public synchronized long refusals() {
    return refusals;
  }

  /**
   * Reserves bytes for a request.
   *
   * @param held what it has reserved before
   * @param needed what it needs at least
   * @param wished what it takes rather, so that it does not ask often
   * @return what it got, or 0 if that was refused
   */
  long reserve(long held, long needed, long wished) {
    long granted = tryReserve(held, needed, wished);
    if (granted == 0) {
      synchronized (this) {
        refusals++;
      }
    }
    return granted;
  }

  /** As {@link #reserve}, for what can be put elsewhere: it does not count as refused. */
  long tryReserve(long held, long needed, long wished) {
    while (true) {
      synchronized (this) {
        long granted = isAllowed(held, wished) ? wished : isAllowed(held, needed) ? needed : 0;
        reservedBytes += granted;
        if (granted > 0) {
          return granted;
        }
      }
      if (held + needed > requestBytesMax() || !reclaim(held + needed)) {
        return 0;
      }
    }
  }

  /** Whether a request that has reserved so much would be granted more. */
  synchronized boolean hasRoom(long held, long more) {
    return isAllowed(held, more);
  }

  private boolean isAllowed(long held, long more) {
    long freeAfter = capacityBytes - reservedBytes - more;
    if (held + more <= smallBytesMax) {
      return freeAfter >= 0;
    }
    return held + more <= REQUEST_BYTES_MAX
        && held + more <= FREE_FACTOR * (freeAfter - smallReserveBytes);
  }

  private boolean reclaim(long leastBytes) {
    for (Reclaimer each : reclaimers) {
      if (each.reclaim(leastBytes)) {
        return true;
      }
    }
    return false;
  }

  /** What one request may hold while there is no other. */
  public long requestBytesMax() {
    long alone = (capacityBytes - smallReserveBytes) / (FREE_FACTOR + 1) * FREE_FACTOR;
    return Math.min(REQUEST_BYTES_MAX, alone);
  }

  synchronized void release(long bytes) {
    reservedBytes -= bytes;
    if (reservedBytes < 0) {
      throw new IllegalStateException("more was released than reserved: " + reservedBytes);
    }
  }
}
