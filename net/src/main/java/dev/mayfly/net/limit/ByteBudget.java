package dev.mayfly.net.limit;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * How many bytes of requests, or of replies, all connections of a port may hold together. Each
 * connection has a {@link Share}; no connection, and no owner of several connections, can use up
 * the budget, and small requests do not depend on it.
 */
public final class ByteBudget {
  /** A request of at most this size is small. */
  public static final int SMALL_BYTES = 64 << 10;

  private final Limits limits;
  private final AtomicLong held = new AtomicLong();
  private final AtomicLong charged = new AtomicLong();
  private final Map<Object, Long> owners = new ConcurrentHashMap<>();

  /**
   * @param bytesMax that are charged for all connections together
   * @param ownerBytesMax that are charged for the connections of one owner
   * @param connectionBytesMax that one connection holds, charged or not
   * @param freeBytes of each connection that are not charged
   */
  public record Limits(long bytesMax, long ownerBytesMax, long connectionBytesMax, long freeBytes) {
    public Limits {
      if (bytesMax <= 0 || ownerBytesMax <= 0 || connectionBytesMax <= 0 || freeBytes < 0) {
        throw new IllegalArgumentException("a budget must be positive");
      }
    }

    /** Half of the budget for one owner, and a free part that small requests fit in. */
    public static Limits shared(long bytesMax, long connectionBytesMax) {
      return new Limits(bytesMax, Math.max(1, bytesMax / 2), connectionBytesMax, 2L * SMALL_BYTES);
    }

    /** One limit for all, without shares. */
    public static Limits total(long bytesMax) {
      return new Limits(bytesMax, bytesMax, Long.MAX_VALUE, 0);
    }
  }

  public ByteBudget(Limits limits) {
    this.limits = requireNonNull(limits, "limits");
  }

  /**
   * The share of a new connection.
   *
   * @param owner whose connections have a limit together: a remote address or a user
   */
  public Share share(Object owner) {
    return new Share(owner);
  }

  /** Bytes that all connections hold at the moment, charged or not. */
  public long held() {
    return held.get();
  }

  /** Bytes that are charged at the moment. */
  public long charged() {
    return charged.get();
  }

  /** Part of a budget that one connection holds. Safe to use from several threads. */
  public final class Share {
    private Object owner;
    private long bytes;
    private boolean forfeited;

    private Share(Object owner) {
      this.owner = requireNonNull(owner, "owner");
    }

    /** Takes bytes, to be given back later; false, and none are taken, if a limit forbids it. */
    public synchronized boolean take(long more) {
      if (forfeited || bytes + more > limits.connectionBytesMax || !charge(bytes + more, true)) {
        return false;
      }
      add(more);
      return true;
    }

    /**
     * The same, but frees memory of others as long as a limit forbids it.
     *
     * @param evict frees some; false if there is none to be freed
     */
    public boolean take(long more, BooleanSupplier evict) {
      while (!take(more)) {
        if (!evict.getAsBoolean()) {
          return false;
        }
      }
      return true;
    }

    /** Takes bytes that are in memory already; false if they are beyond a limit. */
    public synchronized boolean takeAnyway(long more) {
      if (forfeited) {
        return true;
      }
      boolean within = charge(bytes + more, false) && bytes + more <= limits.connectionBytesMax;
      add(more);
      return within;
    }

    /** Gives back bytes that were taken. */
    public synchronized void giveBack(long less) {
      if (forfeited) {
        return;
      }
      if (less > bytes) {
        throw new IllegalArgumentException(less + " bytes are given back of " + bytes);
      }
      charge(bytes - less, false);
      add(-less);
    }

    /**
     * Gives back everything at once, because the connection is being closed and others need it.
     * What is taken or given back after that does not count.
     */
    public synchronized void forfeit() {
      giveBack(bytes);
      forfeited = true;
    }

    /** Whose share it is. */
    public synchronized Object owner() {
      return owner;
    }

    /** Moves what is held to another owner, such as a user who has authenticated. */
    public synchronized void setOwner(Object other) {
      requireNonNull(other, "other");
      if (!other.equals(owner)) {
        long now = chargedOf(bytes);
        chargeOwner(owner, -now);
        chargeOwner(other, now);
        owner = other;
      }
    }

    /** Bytes that this connection holds. */
    public synchronized long held() {
      return bytes;
    }

    private void add(long more) {
      bytes += more;
      held.addAndGet(more);
    }

    /** Changes what is charged; false if it is beyond a limit, and then undone if asked. */
    private boolean charge(long after, boolean undo) {
      long more = chargedOf(after) - chargedOf(bytes);
      if (more == 0) {
        return true;
      }
      boolean within = chargeOwner(owner, more) <= limits.ownerBytesMax;
      within &= charged.addAndGet(more) <= limits.bytesMax;
      if (!within && undo) {
        chargeOwner(owner, -more);
        charged.addAndGet(-more);
      }
      return within;
    }

    private long chargedOf(long size) {
      return Math.max(0, size - limits.freeBytes);
    }
  }

  /** What the owner is charged after the change. */
  private long chargeOwner(Object owner, long more) {
    Long after =
        owners.compute(
            owner,
            (same, before) -> {
              long sum = (before == null ? 0 : before) + more;
              return sum == 0 ? null : sum;
            });
    return after == null ? 0 : after;
  }
}
