package dev.mayfly.engine.container;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * When containers have work for the background, so that it visits no others. A container is in it
 * once, at the earliest second that was named since it was last taken. Thread safe.
 */
public final class WorkSchedule {
  private final Map<OpenContainer, Entry> entries = new HashMap<>();
  private final TreeSet<Entry> bySecond =
      new TreeSet<>(
          Comparator.comparingLong(Entry::second)
              .thenComparingInt(entry -> entry.container().number()));

  private record Entry(long second, OpenContainer container) {}

  /** A container has, or may have, work from that second on; MAX_VALUE for none. */
  public synchronized void dueAt(OpenContainer container, long second) {
    Entry before = entries.get(container);
    if (second == Long.MAX_VALUE || before != null && before.second() <= second) {
      return;
    }
    if (before != null) {
      bySecond.remove(before);
    }
    Entry next = new Entry(second, container);
    entries.put(container, next);
    bySecond.add(next);
  }

  /** Takes out the containers that are due by that second, those due first before others. */
  public synchronized List<OpenContainer> takeDue(long nowSecond) {
    List<OpenContainer> due = new ArrayList<>();
    while (!bySecond.isEmpty() && bySecond.first().second() <= nowSecond) {
      OpenContainer container = bySecond.pollFirst().container();
      entries.remove(container);
      due.add(container);
    }
    return due;
  }

  synchronized void remove(OpenContainer container) {
    Entry entry = entries.remove(container);
    if (entry != null) {
      bySecond.remove(entry);
    }
  }
}
