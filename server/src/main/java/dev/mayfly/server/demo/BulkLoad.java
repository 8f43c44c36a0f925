package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Writes many small items, in batches of one logical partition each, without waiting for each. */
final class BulkLoad implements AutoCloseable {
  private static final int BATCH_ITEMS = 500;
  private static final int BATCHES_OUTSTANDING = 16;

  private final Container container;
  private final int itemsTotal;
  private final Semaphore free = new Semaphore(BATCHES_OUTSTANDING);
  private final AtomicLong written = new AtomicLong();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();
  private final Thread thread = new Thread(this::write, "mayfly-demo-load");
  private volatile boolean stopped;
  private volatile long nanos;

  private BulkLoad(Container container, int itemsTotal) {
    this.container = requireNonNull(container, "container");
    this.itemsTotal = itemsTotal;
  }

  static BulkLoad start(Container container, int itemsTotal) {
    BulkLoad load = new BulkLoad(container, itemsTotal);
    load.thread.setDaemon(true);
    load.thread.start();
    return load;
  }

  static String id(int number) {
    return "event-" + number;
  }

  static ItemKey key(int number) {
    return ItemKey.of(partition(number), id(number));
  }

  private static String partition(int number) {
    return "device-" + number / BATCH_ITEMS;
  }

  private void write() {
    long start = System.nanoTime();
    try {
      for (int from = 0; from < itemsTotal && !stopped && failure.get() == null; ) {
        int to = Math.min(itemsTotal, from + BATCH_ITEMS);
        submit(from, to);
        from = to;
      }
      free.acquire(BATCHES_OUTSTANDING);
    } catch (InterruptedException | RuntimeException e) {
      failure.compareAndSet(null, e);
    }
    nanos = System.nanoTime() - start;
  }

  private void submit(int from, int to) throws InterruptedException {
    List<WriteRequest> batch = new ArrayList<>(to - from);
    for (int number = from; number < to; number++) {
      byte[] body = DemoDocuments.of(id(number), partition(number), null);
      batch.add(WriteRequest.create(key(number), body));
    }
    free.acquire();
    container.submit(
        batch,
        (outcomes, failed) -> {
          free.release();
          if (failed == null) {
            written.addAndGet(outcomes.size());
          } else {
            failure.compareAndSet(null, failed);
          }
        });
  }

  boolean isDone() {
    return !thread.isAlive();
  }

  int itemsTotal() {
    return itemsTotal;
  }

  long written() {
    return written.get();
  }

  /** How long it took, once it is done. */
  double seconds() {
    return nanos / 1e9;
  }

  /** Waits for the end, and throws if it was not a good one. */
  void join() {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
    Throwable failed = failure.get();
    if (failed instanceof RuntimeException known) {
      throw known;
    }
    if (failed != null) {
      throw new IllegalStateException("the items can't be written", failed);
    }
  }

  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
