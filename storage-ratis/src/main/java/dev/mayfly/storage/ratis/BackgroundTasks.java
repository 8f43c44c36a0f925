package dev.mayfly.storage.ratis;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does what may wait for other nodes or for the disk, so that nothing else waits for it. Each task
 * is under way at most once; whoever needs it to succeed asks again.
 */
final class BackgroundTasks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTasks.class);

  private final ScheduledThreadPoolExecutor threads;
  private final Set<Kind> underWay = ConcurrentHashMap.newKeySet();

  enum Kind {
    ANNOUNCE,
    TRIM,
    HAND_OVER
  }

  BackgroundTasks(String nodeId) {
    threads =
        new ScheduledThreadPoolExecutor(
            Kind.values().length,
            task -> {
              Thread thread = new Thread(task, "mayfly-background-" + nodeId);
              thread.setDaemon(true);
              return thread;
            });
    threads.setKeepAliveTime(1, TimeUnit.MINUTES);
    threads.allowCoreThreadTimeOut(true);
  }

  /** What is done. */
  interface Task {
    void run() throws Exception;
  }

  /** Does it soon, unless one of that kind is under way. */
  void run(Kind kind, Task task) {
    if (underWay.add(kind)) {
      submit(
          () -> {
            try {
              task.run();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            } catch (Exception e) {
              LOG.debug("{} failed and is repeated if need be: {}", kind, e.toString());
            } finally {
              underWay.remove(kind);
            }
          },
          0);
    }
  }

  void later(Runnable task, long millis) {
    submit(task, millis);
  }

  /** Not at all, if the replica is ending. */
  private void submit(Runnable task, long millis) {
    try {
      threads.schedule(task, millis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      LOG.debug("Not done any more, because the replica ends");
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
