package dev.mayfly.bench;

import java.util.ArrayList;
import java.util.List;

/** Two subjects measured in turn, so that what disturbs the machine disturbs both. */
public final class Rounds {
  private Rounds() {}

  /** One measurement. */
  public interface Measurement {
    double measure() throws Exception;
  }

  /**
   * The middles of both subjects.
   *
   * @param first of the subject
   * @param second of what it is compared with
   */
  public record Pair(double first, double second) {
    public double ratio() {
      return first / second;
    }
  }

  /** Measures both in turn; who begins changes from round to round. */
  public static Pair alternate(int rounds, Measurement first, Measurement second) throws Exception {
    List<Double> firsts = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      if (round % 2 == 0) {
        firsts.add(first.measure());
        seconds.add(second.measure());
      } else {
        seconds.add(second.measure());
        firsts.add(first.measure());
      }
    }
    return new Pair(Statistics.median(firsts), Statistics.median(seconds));
  }
}
