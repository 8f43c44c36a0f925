package dev.mayfly.cosmos.http;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of bodies all connections together may hold. */
final class BodyBudget {
  private final long most;
  private final AtomicLong taken = new AtomicLong();

  BodyBudget(long most) {
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

  /** How many bytes are held at the moment. */
  long taken() {
    return taken.get();
  }
}
