package dev.mayfly.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * How long requests of several kinds took. What is promised is a second on a machine of its own; on
 * one that has n times as much to do as it has processors for, n seconds are allowed.
 */
public final class Latencies {
  private static final long PROMISED_MILLIS = 1_000;
  private static final double BUSY_MOST = 12;

  private final Map<String, List<Long>> millis = new LinkedHashMap<>();

  /** Makes a request and measures it. */
  public void measure(String kind, Runnable request) {
    long started = System.nanoTime();
    request.run();
    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
    millis.computeIfAbsent(kind, name -> new ArrayList<>()).add(took);
  }

  /** Fails if requests of a kind took longer than is promised. */
  public void assertShort() {
    long most = (long) (PROMISED_MILLIS * busyness());
    assertThat(millis).isNotEmpty();
    millis.forEach(
        (kind, all) -> assertThat(all).as(kind + " in ms").allMatch(each -> each < most));
  }

  /** How many times as much this machine has to do as it has processors for; at least 1. */
  public static double busyness() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage() / system.getAvailableProcessors();
    return Math.min(BUSY_MOST, Math.max(1, load));
  }

  /** The slowest of each kind, and how many there were. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("slowest in ms:");
    millis.forEach(
        (kind, all) ->
            text.append(' ')
                .append(kind)
                .append('=')
                .append(all.stream().mapToLong(Long::longValue).max().orElse(0))
                .append(" of ")
                .append(all.size()));
    return text.toString();
  }
}
