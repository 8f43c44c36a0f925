package dev.mayfly.bench.engine;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/** Hands writes over asynchronously with so many outstanding. For one thread. */
final class Submitter {
  private final Container container;
  private final WriteOutcome.Kind expected;
  private final int outstandingMax;
  private final Semaphore room;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  Submitter(Container container, WriteOutcome.Kind expected, int outstandingMax) {
    this.container = container;
    this.expected = expected;
    this.outstandingMax = outstandingMax;
    this.room = new Semaphore(outstandingMax);
  }

  void submit(WriteRequest request) throws InterruptedException {
    room.acquire();
    container.submit(request, this::completed);
  }

  private void completed(WriteOutcome outcome, Throwable thrown) {
    if (thrown != null) {
      failure.compareAndSet(null, thrown);
    } else if (outcome.kind() != expected) {
      failure.compareAndSet(null, new IllegalStateException("A write was " + outcome.kind()));
    }
    room.release();
  }

  /** Returns when all are committed. */
  void finish() throws InterruptedException {
    room.acquire(outstandingMax);
    room.release(outstandingMax);
    if (failure.get() != null) {
      throw new IllegalStateException("A write failed", failure.get());
    }
  }
}
