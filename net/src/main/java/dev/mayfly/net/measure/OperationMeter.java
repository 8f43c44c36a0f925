package dev.mayfly.net.measure;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/**
 * Latencies of requests by API, operation and status, and what is done with slow ones. A request
 * costs the look at a map and two additions. Thread safe.
 */
public final class OperationMeter {
  /** More combinations than this are counted under the status {@link #OTHER}. */
  public static final int SERIES_MAX = 1000;

  public static final String OTHER = "other";

  /** Upper bounds of the buckets, in seconds; a last one takes the rest. */
  private static final double[] BOUNDS = {
    0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30
  };

  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<Name, Histogram> histograms = new ConcurrentHashMap<>();
  private final SlowOperations slow = new SlowOperations();

  private record Name(String api, String operation, String status) {}

  private static final class Histogram {
    final LongAdder[] counts = new LongAdder[BOUNDS.length + 1];
    final LongAdder nanos = new LongAdder();

    Histogram() {
      for (int i = 0; i < counts.length; i++) {
        counts[i] = new LongAdder();
      }
    }

    void add(long elapsedNanos) {
      double seconds = elapsedNanos / NANOS_PER_SECOND;
      int bucket = 0;
      while (bucket < BOUNDS.length && seconds > BOUNDS[bucket]) {
        bucket++;
      }
      counts[bucket].increment();
      nanos.add(elapsedNanos);
    }
  }

  /**
   * The requests of one API, operation and status since the start.
   *
   * @param counts how many took at most as long as each bound says and longer than the one before;
   *     the last one has no bound
   */
  public record Series(
      String api, String operation, String status, long[] counts, double seconds) {}

  /** A request that has been answered. */
  public record Finished(
      String api, String operation, String status, long nanos, double requestUnits) {
    public Finished {
      requireNonNull(api, "api");
      requireNonNull(operation, "operation");
      requireNonNull(status, "status");
    }
  }

  /** What is logged, and from which threshold on. */
  public SlowOperations slow() {
    return slow;
  }

  /**
   * Counts a request, and logs it if it was slow.
   *
   * @param details what it was about and its activity id, for the log
   */
  public void finished(Finished request, Supplier<String> details) {
    waited(request);
    slow.check(request, details);
  }

  /** Counts a request that is never slow, for it waits for something to happen. */
  public void waited(Finished request) {
    histogram(request).add(request.nanos());
  }

  private Histogram histogram(Finished request) {
    Name name = new Name(request.api(), request.operation(), request.status());
    Histogram found = histograms.get(name);
    if (found != null) {
      return found;
    }
    Name kept = histograms.size() < SERIES_MAX ? name : new Name(request.api(), OTHER, OTHER);
    return histograms.computeIfAbsent(kept, unused -> new Histogram());
  }

  /** The upper bounds of the buckets in seconds, without the last one. */
  public static double[] bounds() {
    return BOUNDS.clone();
  }

  public List<Series> series() {
    List<Series> list = new ArrayList<>();
    histograms.forEach(
        (name, histogram) -> {
          long[] counts = new long[BOUNDS.length + 1];
          for (int i = 0; i < counts.length; i++) {
            counts[i] = histogram.counts[i].sum();
          }
          list.add(
              new Series(
                  name.api(),
                  name.operation(),
                  name.status(),
                  counts,
                  histogram.nanos.sum() / NANOS_PER_SECOND));
        });
    return list;
  }
}
