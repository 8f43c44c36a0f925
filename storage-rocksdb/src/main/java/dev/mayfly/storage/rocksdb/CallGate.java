package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Admits calls until it is closed; closing waits until the last call has left. The count of calls
 * inside is striped over threads, so that readers on many cores do not meet on one cache line.
 * Enter and leave must happen on the same thread.
 */
final class CallGate {
  private static final int STRIPES = 64;

  /** Longs between two stripes: two cache lines, because processors fetch lines in pairs. */
  private static final int STRIDE = 16;

  private static final long POLL_NANOS = 50_000;

  private final AtomicLongArray inside = new AtomicLongArray((STRIPES + 1) * STRIDE);
  private volatile boolean closed;

  /** Throws CLOSED if the gate is closed; else {@link #leave} must follow. */
  void enter() {
    if (!tryEnter()) {
      throw closedException();
    }
  }

  boolean tryEnter() {
    int stripe = stripe();
    inside.getAndIncrement(stripe);
    // The count goes up before the flag is read, so the closing thread misses no call.
    if (closed) {
      inside.getAndDecrement(stripe);
      return false;
    }
    return true;
  }

  void leave() {
    inside.getAndDecrement(stripe());
  }

  /** Returns when no call is inside and none can enter any more. */
  void close() {
    closed = true;
    for (int stripe = 1; stripe <= STRIPES; stripe++) {
      while (inside.get(stripe * STRIDE) != 0) {
        LockSupport.parkNanos(POLL_NANOS);
        if (Thread.interrupted()) {
          awaitUninterrupted(stripe * STRIDE);
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  static EngineException closedException() {
    return new EngineException(ErrorCode.CLOSED, "The storage is closed");
  }

  /** Parking returns at once while the interrupt flag is set; the flag is put back later. */
  private void awaitUninterrupted(int index) {
    while (inside.get(index) != 0) {
      LockSupport.parkNanos(POLL_NANOS);
      Thread.interrupted();
    }
  }

  private static int stripe() {
    int id = (int) Thread.currentThread().getId();
    return (1 + ((id * 0x9e3779b9) >>> 26)) * STRIDE;
  }
}
