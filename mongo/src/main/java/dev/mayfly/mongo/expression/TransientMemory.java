package dev.mayfly.mongo.expression;

import static java.util.Objects.requireNonNull;

import java.util.function.LongConsumer;

/**
 * Memory accounting of transient values of expressions. They are charged until the stage that
 * created them moves to its next document. Used by one thread at a time.
 */
public final class TransientMemory {
  private final LongConsumer account;

  /** Bytes of the current stage and document. */
  private long bytes;

  /**
   * @param account charged with bytes, negative to release; throws above its limit
   */
  public TransientMemory(LongConsumer account) {
    this.account = requireNonNull(account, "account");
  }

  /** Charges bytes. */
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

  /** Releases the bytes of the current document. */
  public void release() {
    releaseTo(0);
  }

  /** Enters a stage; returns the state for {@link #leave}. */
  public long enter() {
    long outer = bytes;
    bytes = 0;
    return outer;
  }

  /**
   * Leaves a stage that has produced its document; returns its bytes, for {@link #release(long)}.
   */
  public long leave(long outer) {
    long made = bytes;
    bytes = outer;
    return made;
  }

  /** Releases the bytes of a stage's earlier document. */
  public void release(long made) {
    if (made != 0) {
      account.accept(-made);
    }
  }
}
