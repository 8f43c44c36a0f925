package dev.mayfly.torture.cluster.judge;

import java.util.HashSet;
import java.util.Set;

/**
 * A number that clients increment, each time with an answer that has the new number: no number
 * comes twice, and the last is that of the increments. Thread safe.
 */
public final class Counter {
  private final String name;
  private final Findings findings;
  private final Set<Long> answers = new HashSet<>();
  private long unknown;

  public Counter(String name, Findings findings) {
    this.name = name;
    this.findings = findings;
  }

  public synchronized void increment(long answer) {
    if (!answers.add(answer)) {
      findings.add(name + ": two increments were answered with " + answer);
    }
  }

  /** It is not known whether it was incremented. */
  public synchronized void lose() {
    unknown++;
  }

  /** The number as it is while no client increments it. */
  public synchronized void compare(long found) {
    if (found < answers.size() || found > answers.size() + unknown) {
      findings.add(
          name
              + " is "
              + found
              + " after "
              + answers.size()
              + " acknowledged increments and "
              + unknown
              + " of unknown outcome");
    }
  }

  @Override
  public synchronized String toString() {
    return answers.size() + " increments acknowledged, " + unknown + " of unknown outcome";
  }
}
