package dev.mayfly.bench.measure;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * What some rounds showed: the middle is the figure, the ends are how far rounds differ.
 *
 * @param rounds one value each, at least one
 */
public record Spread(List<Double> rounds) {
  public Spread {
    rounds = List.copyOf(rounds);
    if (rounds.isEmpty()) {
      throw new IllegalArgumentException("A spread takes one round at least");
    }
  }

  public double median() {
    return Statistics.median(rounds);
  }

  public double min() {
    return rounds.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
  }

  public double max() {
    return Statistics.max(rounds);
  }

  /** The other way round: theirs to ours. */
  public Spread inverted() {
    return map(value -> 1 / value);
  }

  public Spread times(double factor) {
    return map(value -> value * factor);
  }

  private Spread map(DoubleUnaryOperator change) {
    return new Spread(rounds.stream().map(change::applyAsDouble).toList());
  }
}
