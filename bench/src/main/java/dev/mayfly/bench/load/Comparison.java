package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rounds of two servers in turn, so that what disturbs the machine disturbs both. */
public record Comparison(List<Load> ours, List<Load> theirs) {
  public Comparison {
    ours = List.copyOf(ours);
    theirs = List.copyOf(theirs);
  }

  /** Who begins changes from round to round. */
  public static Comparison of(Pace pace, Measured ours, Measured theirs) throws Exception {
    List<Load> first = new ArrayList<>();
    List<Load> second = new ArrayList<>();
    for (int round = 0; round < pace.rounds(); round++) {
      if (round % 2 == 0) {
        first.add(ours.measure(pace.roundMillis()));
        second.add(theirs.measure(pace.roundMillis()));
      } else {
        second.add(theirs.measure(pace.roundMillis()));
        first.add(ours.measure(pace.roundMillis()));
      }
    }
    return new Comparison(first, second);
  }

  /** Ours to theirs: the middle of the rounds' own ratios. */
  public double ratio(ToDoubleFunction<Load> value) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ours.size(); round++) {
      ratios.add(value.applyAsDouble(ours.get(round)) / value.applyAsDouble(theirs.get(round)));
    }
    return Statistics.median(ratios);
  }

  /** The middle of some rounds. */
  public static double middle(List<Load> rounds, ToDoubleFunction<Load> value) {
    return Statistics.median(rounds.stream().map(value::applyAsDouble).toList());
  }
}
