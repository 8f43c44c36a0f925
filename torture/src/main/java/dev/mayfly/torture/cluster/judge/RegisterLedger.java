package dev.mayfly.torture.cluster.judge;

import dev.mayfly.testkit.linear.Linearizability;
import dev.mayfly.testkit.linear.RegisterRequest;
import dev.mayfly.testkit.linear.RegisterRequest.Outcome;
import dev.mayfly.testkit.linear.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The requests on single items. Items belong to an epoch, which has new ones, so that what is
 * compared at once stays small. Thread safe.
 */
public final class RegisterLedger {
  private static final int KEYS = 4;
  private static final long PATIENCE_MILLIS = 90_000;

  private final String name;
  private final Findings findings;
  private Epoch epoch = new Epoch(1);
  private long requests;
  private long unknown;
  private long judged;
  private long undecided;

  /** Items that are used at the same time. */
  public static final class Epoch {
    private final int number;
    private final Map<String, List<RegisterRequest>> requests = new TreeMap<>();
    private int underWay;

    private Epoch(int number) {
      this.number = number;
    }

    /** One of its items. */
    public String key(int which) {
      return "e" + number + "-" + Math.floorMod(which, KEYS);
    }
  }

  public RegisterLedger(String name, Findings findings) {
    this.name = name;
    this.findings = findings;
  }

  /** Where the next request belongs; it must {@link #leave}. */
  public synchronized Epoch enter() {
    epoch.underWay++;
    return epoch;
  }

  /**
   * Ends a request.
   *
   * @param request null if it was a read that found nothing out
   */
  public synchronized void leave(Epoch of, String key, RegisterRequest request) {
    of.underWay--;
    if (request != null) {
      of.requests.computeIfAbsent(key, each -> new ArrayList<>()).add(request);
      requests++;
      unknown += request.outcome() == Outcome.UNKNOWN ? 1 : 0;
    }
    notifyAll();
  }

  /** Begins a new epoch and returns the old one, in which requests may still be under way. */
  public synchronized Epoch turn() {
    Epoch old = epoch;
    epoch = new Epoch(old.number + 1);
    return old;
  }

  /** Waits until no request of an epoch is under way, and compares it. */
  public void judge(Epoch old) throws InterruptedException {
    awaitEnd(old);
    for (Map.Entry<String, List<RegisterRequest>> each : old.requests.entrySet()) {
      Verdict verdict = Linearizability.judge(each.getValue());
      synchronized (this) {
        judged++;
        undecided += verdict.result() == Verdict.Result.UNDECIDED ? 1 : 0;
      }
      if (verdict.result() == Verdict.Result.VIOLATED) {
        StringBuilder text = new StringBuilder(name + " " + each.getKey() + " not linearizable:");
        text.append(" no order explains ").append(verdict.stuckAt()).append("; all requests:");
        each.getValue().stream()
            .sorted((a, b) -> Long.compare(a.began(), b.began()))
            .forEach(request -> text.append("\n    ").append(request));
        findings.add(text.toString());
      }
    }
  }

  private synchronized void awaitEnd(Epoch old) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (old.underWay > 0) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        findings.add(name + ": a request has not ended after " + PATIENCE_MILLIS + " ms");
        return;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
  }

  @Override
  public synchronized String toString() {
    return requests
        + " requests on items ("
        + unknown
        + " of unknown outcome), "
        + judged
        + " items judged, "
        + undecided
        + " undecided";
  }
}
