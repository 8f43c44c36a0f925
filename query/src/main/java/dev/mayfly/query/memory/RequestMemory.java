package dev.mayfly.query.memory;

import static java.util.Objects.requireNonNull;

import dev.mayfly.query.spill.RequestSpill;
import java.util.function.Function;

/**
 * What one request holds of the server's memory. It reserves in chunks, so that a charge is an
 * addition nearly always. Used by one thread at a time, but for {@link #close}, which may come from
 * another one after the last use.
 */
public final class RequestMemory implements HeapAccount, AutoCloseable {
  private static final long CHUNK_BYTES_MIN = 64L << 10;
  private static final long CHUNK_BYTES_MAX = 1L << 20;

  private final MemoryPool pool;
  private final Function<MemoryRefusal, RuntimeException> refusal;
  private long usedBytes;
  private long reservedBytes;
  private RequestSpill spill;
  private boolean closed;

  RequestMemory(MemoryPool pool, Function<MemoryRefusal, RuntimeException> refusal) {
    this.pool = requireNonNull(pool, "pool");
    this.refusal = requireNonNull(refusal, "refusal");
  }

  @Override
  public void charge(long bytes) {
    if (closed && bytes <= 0) {
      return;
    }
    long used = usedBytes + bytes;
    if (used > reservedBytes) {
      reserve(used);
    }
    count(used);
  }

  private void count(long used) {
    boolean less = used < usedBytes;
    usedBytes = used;
    if (less) {
      giveBackSpare();
    }
  }

  @Override
  public boolean tryCharge(long bytes) {
    if (closed && bytes <= 0) {
      return true;
    }
    long used = usedBytes + bytes;
    if (used > reservedBytes) {
      checkOpen();
      long needed = used - reservedBytes;
      long granted = pool.tryReserve(reservedBytes, needed, Math.max(needed, chunk()));
      if (granted == 0) {
        return false;
      }
      reservedBytes += granted;
    }
    count(used);
    return true;
  }

  @Override
  public boolean hasRoom(long bytes) {
    long needed = usedBytes + bytes - reservedBytes;
    return needed <= 0 || pool.hasRoom(reservedBytes, needed);
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("the request is over");
    }
  }

  private long chunk() {
    return Math.max(CHUNK_BYTES_MIN, Math.min(CHUNK_BYTES_MAX, reservedBytes / 4));
  }

  private void reserve(long used) {
    checkOpen();
    long needed = used - reservedBytes;
    long granted = pool.reserve(reservedBytes, needed, Math.max(needed, chunk()));
    if (granted == 0) {
      long max = pool.requestBytesMax();
      throw refusal.apply(new MemoryRefusal(used, used > max, max));
    }
    reservedBytes += granted;
  }

  private void giveBackSpare() {
    long spare = reservedBytes - usedBytes;
    if (spare >= 2 * CHUNK_BYTES_MAX) {
      long given = spare - CHUNK_BYTES_MAX;
      reservedBytes -= given;
      pool.release(given);
    }
  }

  /** What is charged now. */
  public long usedBytes() {
    return usedBytes;
  }

  /** What is reserved now. */
  public long reservedBytes() {
    return reservedBytes;
  }

  /** What its temporary files take. */
  public long spilledBytes() {
    return spill == null ? 0 : spill.usedBytes();
  }

  /** The temporary files of the request; null if it may use no disk. */
  public RequestSpill spill() {
    if (spill == null && pool.spillSpace().isAvailable()) {
      checkOpen();
      spill = pool.spillSpace().open();
    }
    return spill;
  }

  /**
   * Moves so many of the charged bytes, and all temporary files, into an account of their own,
   * which outlives this one.
   */
  public RequestMemory split(long bytes) {
    if (bytes < 0 || bytes > usedBytes || closed) {
      throw new IllegalArgumentException(bytes + " of " + usedBytes + " bytes");
    }
    RequestMemory other = new RequestMemory(pool, refusal);
    other.usedBytes = bytes;
    other.reservedBytes = bytes;
    other.spill = spill;
    spill = null;
    usedBytes -= bytes;
    reservedBytes -= bytes;
    return other;
  }

  /** Gives everything back. Nothing is charged after this; what is let go then is ignored. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      pool.release(reservedBytes);
      reservedBytes = 0;
      usedBytes = 0;
      if (spill != null) {
        spill.close();
      }
    }
  }
}
