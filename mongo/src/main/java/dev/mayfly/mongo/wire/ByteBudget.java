package dev.mayfly.mongo.wire;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of requests or of replies all connections together may hold. */
final class ByteBudget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  ByteBudget(long most) {
    this.most = most;
  }

  /** True if the bytes could be had; they are given back later. */
  boolean take(int bytes) {
    if (takeAnyway(bytes)) {
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
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }
}
