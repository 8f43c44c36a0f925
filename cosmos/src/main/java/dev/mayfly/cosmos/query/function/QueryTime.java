package dev.mayfly.cosmos.query.function;

import java.util.function.LongSupplier;

/** What time it is for a query: now, and when its page began. For one thread at a time. */
public final class QueryTime {
  private LongSupplier clock = System::currentTimeMillis;
  private long pageMillis;

  /**
   * A page begins.
   *
   * @param clock returns milliseconds since 1970
   */
  public void begin(LongSupplier clock) {
    this.clock = clock;
    pageMillis = clock.getAsLong();
  }

  long nowMillis() {
    return clock.getAsLong();
  }

  long pageMillis() {
    return pageMillis;
  }
}
