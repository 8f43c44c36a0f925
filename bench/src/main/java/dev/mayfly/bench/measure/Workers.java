package dev.mayfly.bench.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/** Threads that do the same thing again and again for a while. */
public final class Workers {
  private Workers() {}

  public interface Work {
    void once(int worker, SplittableRandom random) throws Exception;
  }

  /** What a worker does by itself until the run is over. */
  public interface Run {
    /** Returns how often it did it. */
    long run(int worker, Deadline deadline) throws Exception;
  }

  /** When a run is over; cheap to query, because only one thread reads the clock. */
  public static final class Deadline {
    private volatile boolean over;

    public boolean isOver() {
      return over;
    }
  }

  /** How often per second all workers together did it. */
  public static double rate(int workers, long millis, Work work) throws Exception {
    return rateOf(
        workers,
        millis,
        (worker, deadline) -> {
          SplittableRandom random = new SplittableRandom(System.nanoTime() + worker);
          long done = 0;
          while (!deadline.isOver()) {
            work.once(worker, random);
            done++;
          }
          return done;
        });
  }

  /** As {@link #rate}, for workers that count for themselves. */
  public static double rateOf(int workers, long millis, Run run) throws Exception {
    Deadline deadline = new Deadline();
    CountDownLatch start = new CountDownLatch(1);
    AtomicReference<Exception> failure = new AtomicReference<>();
    long[] done = new long[workers];
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < workers; i++) {
      int worker = i;
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  done[worker] = run.run(worker, deadline);
                } catch (Exception e) {
                  failure.compareAndSet(null, e);
                }
              },
              "bench-" + i);
      thread.setDaemon(true);
      thread.start();
      threads.add(thread);
    }
    long startNanos = System.nanoTime();
    start.countDown();
    Thread.sleep(millis);
    deadline.over = true;
    for (Thread thread : threads) {
      thread.join();
    }
    long nanos = System.nanoTime() - startNanos;
    if (failure.get() != null) {
      throw new IllegalStateException("A worker failed", failure.get());
    }
    long sum = 0;
    for (long each : done) {
      sum += each;
    }
    return sum * 1e9 / nanos;
  }
}
