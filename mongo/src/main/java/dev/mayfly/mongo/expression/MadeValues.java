package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import java.util.function.LongConsumer;

/**
 * The heap bytes of values that expressions make and nobody keeps. They count until the stage that
 * made them turns to its next document. Used by one thread at a time.
 */
public final class MadeValues {
  private final LongConsumer account;

  /** What the stage that runs now has made of its document. */
  private long bytes;

  /**
   * @param account is charged; it throws if that is too much; negative for what is let go
   */
  public MadeValues(LongConsumer account) {
    this.account = requireNonNull(account, "account");
  }

  /** Counts heap bytes that are made. */
  public void add(long more) {
    account.accept(more);
    bytes += more;
  }

  long mark() {
    return bytes;
  }

  void releaseTo(long mark) {
    if (bytes > mark) {
      account.accept(mark - bytes);
      bytes = mark;
    }
  }

  /** The stage turns to its next document. */
  public void release() {
    releaseTo(0);
  }

  /** Another stage begins; gives what {@link #leave} needs. */
  public long enter() {
    long outer = bytes;
    bytes = 0;
    return outer;
  }

  /** That stage has made its document; gives what this took, for {@link #release(long)}. */
  public long leave(long outer) {
    long made = bytes;
    bytes = outer;
    return made;
  }

  /** What a stage had made of its document before is not used any more. */
  public void release(long made) {
    if (made != 0) {
      account.accept(-made);
    }
  }
}
