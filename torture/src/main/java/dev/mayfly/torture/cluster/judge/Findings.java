package dev.mayfly.torture.cluster.judge;

import dev.mayfly.torture.ledger.Violation;
import java.util.ArrayList;
import java.util.List;

/** What was not as it must be, in the order in which it was noticed. Thread safe. */
public final class Findings {
  private static final int KEPT = 100;

  private final List<String> found = new ArrayList<>();
  private long count;

  public synchronized void add(String finding) {
    count++;
    if (found.size() < KEPT) {
      found.add(finding);
    }
  }

  public synchronized boolean isEmpty() {
    return count == 0;
  }

  public synchronized List<String> lines() {
    return List.copyOf(found);
  }

  /** Fails if there is anything. */
  public synchronized void require() {
    if (count > 0) {
      throw new Violation(count + " findings, the first: " + found.get(0));
    }
  }
}
