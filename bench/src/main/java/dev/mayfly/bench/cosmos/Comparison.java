package dev.mayfly.bench.cosmos;

import dev.mayfly.bench.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rounds of two servers in turn, so that what disturbs the machine disturbs both. */
record Comparison(List<Load> ours, List<Load> theirs) {
  Comparison {
    ours = List.copyOf(ours);
    theirs = List.copyOf(theirs);
  }

  /** Who begins changes from round to round. */
  static Comparison of(Scale scale, Measured ours, Measured theirs) throws Exception {
    List<Load> first = new ArrayList<>();
    List<Load> second = new ArrayList<>();
    for (int round = 0; round < scale.rounds(); round++) {
      if (round % 2 == 0) {
        first.add(ours.measure(scale.roundMillis()));
        second.add(theirs.measure(scale.roundMillis()));
      } else {
        second.add(theirs.measure(scale.roundMillis()));
        first.add(ours.measure(scale.roundMillis()));
      }
    }
    return new Comparison(first, second);
  }

  /** Ours to theirs: the middle of the rounds' own ratios. */
  double ratio(ToDoubleFunction<Load> value) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ours.size(); round++) {
      ratios.add(value.applyAsDouble(ours.get(round)) / value.applyAsDouble(theirs.get(round)));
    }
    return Statistics.median(ratios);
  }
}
