package dev.mayfly.server;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** An application in this process that repeats a request, and what it saw. */
final class FailoverLoop {
  private final Thread thread;
  private final Map<String, Integer> errors = new TreeMap<>();
  private volatile boolean stopping;
  private volatile int done;
  private long longestNanos;

  /** What is repeated. */
  interface Request {
    void send(int number) throws Exception;
  }

  FailoverLoop(String name, Request request) {
    thread = new Thread(() -> run(request), name);
    thread.setDaemon(true);
    thread.start();
  }

  private void run(Request request) {
    long last = System.nanoTime();
    while (!stopping) {
      try {
        request.send(done);
        long now = System.nanoTime();
        longestNanos = Math.max(longestNanos, now - last);
        last = now;
        done++;
      } catch (Exception e) {
        errors.merge(e.toString(), 1, Integer::sum);
      }
    }
  }

  int done() {
    return done;
  }

  void stop() throws InterruptedException {
    stopping = true;
    thread.join(TimeUnit.MINUTES.toMillis(2));
  }

  Map<String, Integer> errors() {
    return errors;
  }

  double longestPauseSeconds() {
    return longestNanos / 1e9;
  }
}
