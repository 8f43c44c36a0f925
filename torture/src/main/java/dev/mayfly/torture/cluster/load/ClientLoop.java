package dev.mayfly.torture.cluster.load;

import dev.mayfly.torture.cluster.judge.Findings;
import dev.mayfly.torture.ledger.Violation;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** A client that repeats a request until it is stopped, whatever becomes of single ones. */
final class ClientLoop {
  private static final int ERRORS_KEPT = 20;
  private static final int ERROR_LENGTH = 160;
  private static final long PAUSE_AFTER_ERROR_MILLIS = 50;

  private final String name;
  private final Findings findings;
  private final long pauseMillis;
  private final Request request;
  private final Thread thread;
  private final Map<String, Integer> errors = new TreeMap<>();
  private volatile boolean stopping;
  private long done;
  private long failed;
  private long lastDoneNanos;
  private long longestPauseNanos;

  /** What is repeated. */
  interface Request {
    /** Returns if it was answered, also with a refusal; throws what an application would see. */
    void send(Random random) throws Exception;
  }

  ClientLoop(String name, Findings findings, long seed, long pauseMillis, Request request) {
    this.name = name;
    this.findings = findings;
    this.pauseMillis = pauseMillis;
    this.request = request;
    Random random = new Random(seed);
    this.thread = new Thread(() -> run(random), name);
    thread.setDaemon(true);
  }

  void start() {
    lastDoneNanos = System.nanoTime();
    thread.start();
  }

  private void run(Random random) {
    while (!stopping) {
      try {
        request.send(random);
        noteDone();
        TimeUnit.MILLISECONDS.sleep(pauseMillis == 0 ? 0 : random.nextLong(2 * pauseMillis));
      } catch (Violation violation) {
        findings.add(name + ": " + violation.getMessage());
      } catch (InterruptedException e) {
        return;
      } catch (Exception e) {
        noteFailed(e);
        try {
          TimeUnit.MILLISECONDS.sleep(PAUSE_AFTER_ERROR_MILLIS);
        } catch (InterruptedException stopped) {
          return;
        }
      } catch (Throwable broken) {
        findings.add(name + " broke: " + broken);
        return;
      }
    }
  }

  private synchronized void noteDone() {
    long now = System.nanoTime();
    longestPauseNanos = Math.max(longestPauseNanos, now - lastDoneNanos);
    lastDoneNanos = now;
    done++;
  }

  private synchronized void noteFailed(Exception e) {
    failed++;
    String text = Errors.describe(e);
    String head = text.substring(0, Math.min(ERROR_LENGTH, text.length()));
    if (errors.size() < ERRORS_KEPT || errors.containsKey(head)) {
      errors.merge(head, 1, Integer::sum);
    }
  }

  String name() {
    return name;
  }

  /** How often it was answered so far. */
  synchronized long done() {
    return done;
  }

  /** Lets the request that is under way end. */
  void stop(long millisMax) throws InterruptedException {
    stopping = true;
    thread.join(millisMax);
    if (thread.isAlive()) {
      thread.interrupt();
    }
  }

  synchronized String describe() {
    return String.format(
        Locale.ROOT,
        "%s: %d answered, %d errors, longest pause %.1f s",
        name,
        done,
        failed,
        longestPauseNanos / 1e9);
  }

  synchronized Map<String, Integer> errors() {
    return new TreeMap<>(errors);
  }
}
