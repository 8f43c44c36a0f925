package dev.mayfly.torture.cluster.judge;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What writers inserted and a reader of changes received: every acknowledged insert once, those of
 * unknown outcome at most once, nothing else, and the acknowledged ones of each writer in their
 * order. Thread safe.
 */
public final class FeedLedger {
  private final String name;
  private final Findings findings;
  private final Map<String, Long> sent = new HashMap<>();
  private final Map<String, NavigableSet<Long>> missing = new HashMap<>();
  private final Map<String, Set<Long>> seen = new HashMap<>();
  private final Map<String, Set<Long>> unknown = new HashMap<>();
  private final Map<String, Long> lastAcknowledgedSeen = new HashMap<>();
  private long acknowledged;
  private long received;

  public FeedLedger(String name, Findings findings) {
    this.name = name;
    this.findings = findings;
  }

  /** A writer is about to insert its next number; numbers start with 1 and grow by 1. */
  public synchronized long send(String writer) {
    return sent.merge(writer, 1L, Long::sum);
  }

  public synchronized void acknowledge(String writer, long number) {
    acknowledged++;
    if (!of(seen, writer).contains(number)) {
      missing(writer).add(number);
    }
  }

  /** It is not known whether the insert was done, or will be. */
  public synchronized void lose(String writer, long number) {
    of(unknown, writer).add(number);
  }

  /** The reader has received an insert. */
  public synchronized void receive(String writer, long number) {
    received++;
    if (number < 1 || number > sent.getOrDefault(writer, 0L)) {
      findings.add(name + ": received " + writer + " " + number + ", which was never sent");
    }
    if (!of(seen, writer).add(number)) {
      findings.add(name + ": received " + writer + " " + number + " twice");
      return;
    }
    missing(writer).remove(number);
    NavigableSet<Long> skipped = missing(writer).headSet(number, false);
    if (!skipped.isEmpty()) {
      // These were acknowledged before this one was sent.
      findings.add(name + ": received " + writer + " " + number + " before " + skipped);
      skipped.clear();
    }
    if (!of(unknown, writer).contains(number)) {
      long last = lastAcknowledgedSeen.getOrDefault(writer, 0L);
      if (number < last) {
        findings.add(name + ": received " + writer + " " + number + " after " + last);
      }
      lastAcknowledgedSeen.put(writer, Math.max(last, number));
    }
  }

  private NavigableSet<Long> missing(String writer) {
    return missing.computeIfAbsent(writer, each -> new TreeSet<>());
  }

  private static Set<Long> of(Map<String, Set<Long>> sets, String writer) {
    return sets.computeIfAbsent(writer, each -> new HashSet<>());
  }

  public synchronized long acknowledged() {
    return acknowledged;
  }

  /** True if all that was acknowledged has been received. */
  public synchronized boolean isComplete() {
    return missing.values().stream().allMatch(Set::isEmpty);
  }

  /** Reports what was acknowledged and has not been received. */
  public synchronized void requireComplete() {
    missing.forEach(
        (writer, numbers) -> {
          if (!numbers.isEmpty()) {
            findings.add(name + ": never received " + writer + " " + numbers);
          }
        });
  }

  @Override
  public synchronized String toString() {
    return acknowledged + " inserts acknowledged, " + received + " changes received";
  }
}
