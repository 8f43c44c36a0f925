package dev.mayfly.torture.ledger;

/**
 * When something was done: not before it was sent and not after it was acknowledged. Ticks order
 * events of this process; seconds are those of the wall clock, which the server goes by too.
 */
public final class Moment {
  /** Of what was not acknowledged, or not yet. */
  static final long OPEN = Long.MAX_VALUE;

  private final long sentTick;
  private final long sentSecond;
  private long ackedTick = OPEN;
  private long ackedSecond = OPEN;

  Moment(long sentTick, long sentSecond) {
    this.sentTick = sentTick;
    this.sentSecond = sentSecond;
  }

  void acknowledge(long tick, long second) {
    ackedTick = tick;
    ackedSecond = second;
  }

  boolean isOpen() {
    return ackedTick == OPEN;
  }

  long sentTick() {
    return sentTick;
  }

  long ackedTick() {
    return ackedTick;
  }

  long sentSecond() {
    return sentSecond;
  }

  long ackedSecond() {
    return ackedSecond;
  }

  @Override
  public String toString() {
    return isOpen()
        ? "sent " + sentSecond + ", not acknowledged"
        : "sent " + sentSecond + ", acknowledged " + ackedSecond;
  }
}
