package dev.mayfly.server.admin;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads that routes run on. Health and metrics have one each, so that neither many readers of
 * metrics nor long backups delay the answer whether the server is well. Of the two for everything
 * else a backup leaves one free.
 */
final class AdminWorkers implements AutoCloseable {
  private static final int OTHER_THREADS = 2;

  private final ThreadPoolExecutor health = pool("mayfly-admin-health", 1);
  private final ThreadPoolExecutor metrics = pool("mayfly-admin-metrics", 1);
  private final ThreadPoolExecutor others = pool("mayfly-admin", OTHER_THREADS);

  /** A connection has one request at a time, so no more can wait than there are connections. */
  private static ThreadPoolExecutor pool(String name, int threads) {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(AdminProtocol.CONNECTIONS_MAX),
            new DefaultThreadFactory(name, true));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Runs the route of a path.
   *
   * @throws java.util.concurrent.RejectedExecutionException if too many wait
   */
  void execute(String path, Runnable route) {
    switch (path) {
      case Routes.HEALTH, Routes.READY -> health.execute(route);
      case Routes.METRICS -> metrics.execute(route);
      default -> others.execute(route);
    }
  }

  /** Lets what runs end within two seconds. */
  @Override
  public void close() {
    List<ThreadPoolExecutor> pools = List.of(health, metrics, others);
    pools.forEach(ThreadPoolExecutor::shutdown);
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    try {
      for (ThreadPoolExecutor pool : pools) {
        if (!pool.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          pool.shutdownNow();
        }
      }
    } catch (InterruptedException e) {
      pools.forEach(ThreadPoolExecutor::shutdownNow);
      Thread.currentThread().interrupt();
    }
  }
}
