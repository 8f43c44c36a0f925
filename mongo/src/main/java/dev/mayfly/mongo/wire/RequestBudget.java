package dev.mayfly.mongo.wire;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of requests all connections together may hold. */
final class RequestBudget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  RequestBudget(long most) {
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

  void giveBack(int bytes) {
    taken.addAndGet(-bytes);
  }

  long taken() {
    return taken.get();
  }
}
