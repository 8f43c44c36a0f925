package dev.mayfly.net.work;

import java.util.concurrent.RejectedExecutionException;

/** Runs requests. */
@FunctionalInterface
public interface RequestExecutor {
  /**
   * Runs a request, or keeps it until there is a thread for it.
   *
   * @throws RejectedExecutionException if too many requests of this user are waiting
   */
  void execute(Requester from, Runnable task);
}
