package dev.mayfly.torture.ledger;

import java.util.Map;
import java.util.TreeMap;

/** A collection after some of the steps of its history. */
final class State {
  boolean exists;
  final Map<String, Entry> entries = new TreeMap<>();
  final Map<String, Boolean> uniqueByIndex = new TreeMap<>();
  Spans ttl = new Spans(Spans.DEFAULT_TTL);
  Spans dates = new Spans(Spans.DATE);

  State copy() {
    State copy = new State();
    copy.exists = exists;
    copy.entries.putAll(entries);
    copy.uniqueByIndex.putAll(uniqueByIndex);
    copy.ttl = ttl.copy();
    copy.dates = dates.copy();
    return copy;
  }

  void dropped() {
    exists = false;
    entries.clear();
    uniqueByIndex.clear();
    ttl = new Spans(Spans.DEFAULT_TTL);
    dates = new Spans(Spans.DATE);
  }

  private long earliestDeath(Entry entry) {
    return Math.min(ttl.earliestDeath(entry), dates.earliestDeath(entry));
  }

  private long latestDeath(Entry entry) {
    return Math.min(ttl.latestDeath(entry), dates.latestDeath(entry));
  }

  /** True if a reader that began in this second must not see it. */
  boolean isDeadAt(Entry entry, long second) {
    return second >= latestDeath(entry);
  }

  /** True if a reader that ended in this second must have seen it. */
  boolean isAliveAt(Entry entry, long second) {
    return second < earliestDeath(entry);
  }

  String lifetime(Entry entry) {
    return "dies between " + shown(earliestDeath(entry)) + " and " + shown(latestDeath(entry));
  }

  private static String shown(long second) {
    return second == Spans.NEVER ? "never" : Long.toString(second);
  }
}
