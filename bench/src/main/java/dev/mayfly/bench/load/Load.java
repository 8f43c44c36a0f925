package dev.mayfly.bench.load;

import dev.mayfly.bench.measure.Statistics;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What one round showed.
 *
 * @param perSecond requests
 * @param serverMicros processor time of the server for one request
 */
public record Load(double perSecond, double serverMicros, double p50Micros, double p99Micros) {
  /** Requests in a round of that length. */
  double requests(long millis) {
    return perSecond * millis / 1000;
  }

  /** Processor time of the server in a round of that length. */
  double serverSeconds(long millis) {
    return serverMicros * requests(millis) / 1e6;
  }

  /** The middles of some rounds. */
  public static String describe(List<Load> rounds) {
    return String.format(
        Locale.ROOT,
        "%.1f us of processor, %,.0f/s, p50 %.0f us, p99 %.0f us",
        middle(rounds, Load::serverMicros),
        middle(rounds, Load::perSecond),
        middle(rounds, Load::p50Micros),
        middle(rounds, Load::p99Micros));
  }

  private static double middle(List<Load> rounds, ToDoubleFunction<Load> value) {
    return Statistics.median(rounds.stream().map(value::applyAsDouble).toList());
  }
}
