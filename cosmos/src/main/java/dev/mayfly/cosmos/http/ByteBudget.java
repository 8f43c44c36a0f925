package dev.mayfly.cosmos.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of bodies or of answers all connections together may hold. */
final class ByteBudget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  ByteBudget(long most) {
    this.most = most;
  }

  /** True if the bytes could be had; they are given back later. */
  boolean take(int bytes) {
    if (taken.addAndGet(bytes) <= most) {
      return true;
    }
    taken.addAndGet(-bytes);
    return false;
  }

  /** Takes bytes that are there already; false if there is no room for them. */
  boolean takeAnyway(int bytes) {
    return taken.addAndGet(bytes) <= most;
  }

  void giveBack(long bytes) {
    if (bytes != 0) {
      taken.addAndGet(-bytes);
    }
  }

  /** How many bytes are held at the moment. */
  long taken() {
    return taken.get();
  }
}
