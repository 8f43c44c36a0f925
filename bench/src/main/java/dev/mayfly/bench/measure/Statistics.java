package dev.mayfly.bench.measure;

import java.util.Arrays;
import java.util.List;

/** Middles and ends of a few numbers. */
public final class Statistics {
  private Statistics() {}

  public static double median(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("There is no median of nothing");
    }
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  public static double max(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
  }

  /** Sorts the values; the fraction is 0.99 for the 99th percentile. */
  public static long percentile(long[] values, double fraction) {
    if (values.length == 0) {
      throw new IllegalArgumentException("There is no percentile of nothing");
    }
    Arrays.sort(values);
    return values[(int) Math.min(values.length - 1, (long) (values.length * fraction))];
  }
}
