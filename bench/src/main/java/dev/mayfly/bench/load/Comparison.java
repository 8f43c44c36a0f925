package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Spread;
import dev.mayfly.bench.measure.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Rounds of two servers in turn, so that what disturbs the machine disturbs both. */
public record Comparison(List<Load> ours, List<Load> theirs) {
  private static final int LONGER_MAX = 4;
  private static final int REQUESTS_MIN = 500;
  private static final double SERVER_SECONDS_MIN = 0.2;

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
        rounds.get(next).add(round(subjects.get(next), pace.roundMillis()));
      }
    }
    return rounds;
  }

  /**
   * One round. On a busy machine a server may get so little of the processor that the kernel's
   * ticks do not show it: then a longer one counts.
   */
  private static Load round(Measured subject, long millis) throws Exception {
    Load load = subject.measure(millis);
    for (int i = 0; i < LONGER_MAX && isTooLittle(load, millis << i); i++) {
      load = subject.measure(millis << (i + 1));
    }
    return load;
  }

  private static boolean isTooLittle(Load load, long millis) {
    return load.requests(millis) < REQUESTS_MIN && load.serverSeconds(millis) < SERVER_SECONDS_MIN;
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
