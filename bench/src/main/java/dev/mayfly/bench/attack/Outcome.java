package dev.mayfly.bench.attack;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What an attack did to the honest clients and to the server.
 *
 * @param othersCores processors that other programs of the machine took meanwhile
 * @param logBytes that the server wrote to its log
 */
record Outcome(
    String attack,
    Latencies honest,
    Usage before,
    Usage peak,
    Usage after,
    long heapBefore,
    long heapAfter,
    long logBytes,
    double othersCores,
    boolean alive,
    List<String> attackers) {
  static final double HONEST_MILLIS_MAX = 1000;

  /** The heap of 1 GB, the storage's memory, buffers of the network, and the Java machine. */
  private static final long RESIDENT_BYTES_MAX = 2L << 30;

  /** An eighth of the heap is for cached rows, and fills when rows are read by whomever. */
  private static final long HEAP_SLACK_BYTES = 192L << 20;

  /** A quarter of the heap is for open cursors, which live for ten minutes unless closed. */
  private static final long CURSORS_BYTES_MAX = 256L << 20;

  /** Over all attacks. */
  static final long HEAP_GROWTH_MAX = HEAP_SLACK_BYTES + CURSORS_BYTES_MAX;

  private static final long THREADS_SLACK = 16;
  private static final long FILES_SLACK = 100;
  private static final long DISK_GROWTH_MAX = 1L << 30;
  private static final long LOG_BYTES_MAX = 256 << 10;

  static final String TABLE_HEAD =
      """
      | attack | p50 ms | p99 ms | slowest ms | within 1 s | memory MB | threads | files \
      | disk MB | heap MB | came back | others |
      |---|---|---|---|---|---|---|---|---|---|---|---|""";

  /** What is wrong; nothing if the server held. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (!alive) {
      problems.add("the server died");
    }
    if (attackers.isEmpty()) {
      problems.add("the attacker got nowhere: this shows nothing");
    }
    if (honest.failures() > 0) {
      problems.add(honest.failures() + " honest requests failed, first " + honest.failure());
    }
    if (!(honest.slowestMillis() <= HONEST_MILLIS_MAX)) {
      problems.add(
          String.format(Locale.ROOT, "%s took %.0f ms", honest.slowest(), honest.slowestMillis()));
    }
    problems.addAll(leftovers());
    return problems;
  }

  private List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    if (!alive) {
      return leftovers;
    }
    check(leftovers, "memory bytes", peak.residentBytes(), RESIDENT_BYTES_MAX);
    long slack = HEAP_SLACK_BYTES + (attack.equals("cursors") ? CURSORS_BYTES_MAX : 0);
    check(leftovers, "heap bytes after", heapAfter, heapBefore + slack);
    check(leftovers, "threads after", after.threads(), before.threads() + THREADS_SLACK);
    check(leftovers, "files after", after.openFiles(), before.openFiles() + FILES_SLACK);
    check(leftovers, "disk bytes after", after.diskBytes(), before.diskBytes() + DISK_GROWTH_MAX);
    check(leftovers, "log bytes", logBytes, LOG_BYTES_MAX);
    return leftovers;
  }

  private static void check(List<String> problems, String what, long value, long max) {
    if (value > max) {
      problems.add(String.format(Locale.ROOT, "%s %,d, at most %,d", what, value, max));
    }
  }

  /** A row of the table; figures of the server are before, at most, and ten seconds after. */
  String row() {
    return String.format(
        Locale.ROOT,
        "| %s | %.1f | %.1f | %.0f (%s) | %s | %s | %s | %s | %s | %d/%d | %s | %.1f |",
        attack,
        honest.percentileMillis(0.5),
        honest.percentileMillis(0.99),
        honest.slowestMillis(),
        honest.slowest(),
        served(),
        three(
            before.residentBytes() >> 20, peak.residentBytes() >> 20, after.residentBytes() >> 20),
        three(before.threads(), peak.threads(), after.threads()),
        three(before.openFiles(), peak.openFiles(), after.openFiles()),
        three(before.diskBytes() >> 20, peak.diskBytes() >> 20, after.diskBytes() >> 20),
        heapBefore >> 20,
        heapAfter >> 20,
        !alive ? "died" : leftovers().isEmpty() ? "yes" : "NO",
        othersCores);
  }

  private String served() {
    return honest.failures() > 0
        ? honest.failures() + " of " + honest.requests() + " FAILED"
        : honest.slowestMillis() <= HONEST_MILLIS_MAX ? "yes" : "NO";
  }

  private static String three(long before, long most, long after) {
    return before + "/" + most + "/" + after;
  }
}
