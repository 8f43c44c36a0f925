package dev.mayfly.cosmos.http;

import static java.util.Objects.requireNonNull;

import dev.mayfly.net.limit.ByteBudget;
import dev.mayfly.net.port.OpenConnections;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The body of one request while it arrives. It grows with what has come, not with what was
 * announced: announcing is cheap. If memory is short, the bodies of slow senders are evicted.
 */
public final class BodyBuffer {
  private static final byte[] NOTHING = {};
  private static final int FIRST_BYTES = 64 << 10;

  /** A sender has so long before it can be called slow. */
  private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Senders below this rate are slow. */
  private static final long SLOW_BYTES_PER_SECOND = 256 << 10;

  private final OpenConnections connections;
  private final ByteBudget.Share share;
  private final int announced;
  private final long sinceNanos = System.nanoTime();

  // Guarded by this: other connections' threads may evict the body.
  private byte[] bytes = NOTHING;
  private int length;
  private int taken;
  private boolean evicted;
  private boolean complete;

  /**
   * @param connections of the port, of which slow ones are evicted if memory is short
   * @param share of the connection in the memory for bodies
   * @param announced the length in the head of the request, or the maximum
   */
  public BodyBuffer(OpenConnections connections, ByteBudget.Share share, int announced) {
    this.connections = requireNonNull(connections, "connections");
    this.share = requireNonNull(share, "share");
    this.announced = announced;
  }

  /** How many bytes have come. */
  synchronized int length() {
    return length;
  }

  /** Adds what has come; false if there is no memory for it, or the body was evicted. */
  public boolean append(ByteBuf part) {
    int wanted = missing(part.readableBytes());
    // Not under the lock: an eviction locks the bodies of others.
    if (wanted > 0 && !share.take(wanted, () -> connections.evictSlowest(null))) {
      return false;
    }
    return append(part, wanted);
  }

  /** By how much the memory has to grow for so many more bytes. */
  private synchronized int missing(int size) {
    int least = length + size;
    if (least <= bytes.length) {
      return 0;
    }
    int most = Math.min(announced, Math.max(FIRST_BYTES, bytes.length * 2));
    return Math.max(least, most) - bytes.length;
  }

  private synchronized boolean append(ByteBuf part, int more) {
    if (evicted) {
      share.giveBack(more);
      return false;
    }
    if (more > 0) {
      taken += more;
      bytes = Arrays.copyOf(bytes, bytes.length + more);
    }
    int size = part.readableBytes();
    part.readBytes(bytes, length, size);
    length += size;
    return true;
  }

  public synchronized byte[] toByteArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** The body has arrived and can't be evicted any more; false if it was. */
  public synchronized boolean complete() {
    complete = !evicted;
    return complete;
  }

  /** The bytes per second that have come, if that is slow; else -1. */
  public synchronized long slowness(long now) {
    long elapsed = now - sinceNanos;
    if (complete || evicted || taken <= ByteBudget.SMALL_BYTES || elapsed < GRACE_NANOS) {
      return -1;
    }
    long rate = length * TimeUnit.SECONDS.toNanos(1) / elapsed;
    return rate < SLOW_BYTES_PER_SECOND ? rate : -1;
  }

  /** Gives the memory back before the body has arrived; from any thread. */
  public synchronized boolean evict() {
    if (complete || evicted) {
      return false;
    }
    evicted = true;
    bytes = NOTHING;
    share.giveBack(taken);
    taken = 0;
    return true;
  }

  /** The bytes reserved from the share; the caller releases them. */
  public synchronized int taken() {
    return taken;
  }
}
