package dev.mayfly.bench.soak;

import dev.mayfly.bench.measure.Statistics;
import java.util.ArrayList;
import java.util.List;

/**
 * A straight line through points, by Theil and Sen: the median of the slopes between all pairs. A
 * few outliers, as compactions and collections make them, do not turn it.
 */
record Line(double slope, double start) {
  static Line through(List<Double> x, List<Double> y) {
    if (x.size() != y.size() || x.size() < 2) {
      throw new IllegalArgumentException("A line takes two points at least");
    }
    List<Double> slopes = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      for (int j = i + 1; j < x.size(); j++) {
        if (x.get(j) > x.get(i)) {
          slopes.add((y.get(j) - y.get(i)) / (x.get(j) - x.get(i)));
        }
      }
    }
    double slope = Statistics.median(slopes);
    List<Double> starts = new ArrayList<>();
    for (int i = 0; i < x.size(); i++) {
      starts.add(y.get(i) - slope * x.get(i));
    }
    return new Line(slope, Statistics.median(starts));
  }

  double at(double x) {
    return start + slope * x;
  }
}
