package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Spread;
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

  /** The rounds of each of some subjects; who begins changes from round to round. */
  public static List<List<Load>> each(Pace pace, List<Measured> subjects) throws Exception {
    List<List<Load>> rounds = new ArrayList<>();
    subjects.forEach(subject -> rounds.add(new ArrayList<>()));
    for (int round = 0; round < pace.rounds(); round++) {
      for (int i = 0; i < subjects.size(); i++) {
        int next = (round + i) % subjects.size();
        rounds.get(next).add(subjects.get(next).measure(pace.roundMillis()));
      }
    }
    return rounds;
  }

  /** Who begins changes from round to round. */
  public static Comparison of(Pace pace, Measured ours, Measured theirs) throws Exception {
    List<List<Load>> rounds = each(pace, List.of(ours, theirs));
    return new Comparison(rounds.get(0), rounds.get(1));
  }

  /** Ours to theirs, round by round; the middle counts. */
  public Spread ratio(ToDoubleFunction<Load> value) {
    List<Double> ratios = new ArrayList<>();
    for (int round = 0; round < ours.size(); round++) {
      ratios.add(value.applyAsDouble(ours.get(round)) / value.applyAsDouble(theirs.get(round)));
    }
    return new Spread(ratios);
  }

  /** The middle of some rounds. */
  public static double middle(List<Load> rounds, ToDoubleFunction<Load> value) {
    return Statistics.median(rounds.stream().map(value::applyAsDouble).toList());
  }
}
