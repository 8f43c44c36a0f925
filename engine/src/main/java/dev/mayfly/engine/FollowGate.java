package dev.mayfly.engine;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.storage.AppliedRows;
import dev.mayfly.engine.storage.Table;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keeps rows from being applied while an engine that follows is opened: what it reads and what it
 * learns of fit together then.
 */
final class FollowGate implements AppliedRows {
  private final ReentrantLock lock = new ReentrantLock();
  private AppliedRows target = NONE;

  /** Nothing is applied until {@link #open}. */
  void hold() {
    lock.lock();
  }

  /**
   * @param next who learns of rows from now on
   */
  void pass(AppliedRows next) {
    target = requireNonNull(next, "next");
  }

  void open() {
    lock.unlock();
  }

  @Override
  public void begin() {
    lock.lock();
    target.begin();
  }

  @Override
  public void put(Table table, byte[] key, byte[] value) {
    target.put(table, key, value);
  }

  @Override
  public void delete(Table table, byte[] key) {
    target.delete(table, key);
  }

  @Override
  public void deleteRange(Table table, byte[] fromInclusive, byte[] toExclusive) {
    target.deleteRange(table, fromInclusive, toExclusive);
  }

  @Override
  public void end() {
    try {
      target.end();
    } finally {
      lock.unlock();
    }
  }
}
