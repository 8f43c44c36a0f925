package dev.mayfly.bench.all;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.bench.measure.Figure;
import dev.mayfly.bench.measure.Goal;
import dev.mayfly.bench.measure.Spread;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RegressionsTest {
  @Test
  void worseIsWhatIsWorseInEveryRound() {
    assertThat(worse(Goal.Kind.AT_LEAST, List.of(1.0, 1.1, 1.2), List.of(0.7, 0.8, 0.9)))
        .containsExactly(
            "bench figure: 1.10 (1.00 to 1.20) before, 0.80 (0.70 to 0.90) now, 38 % worse");
    assertThat(worse(Goal.Kind.AT_MOST, List.of(1.0, 1.1, 1.2), List.of(1.3, 1.4, 1.5))).hasSize(1);
  }

  @Test
  void whatRoundsOfOneRunDifferByIsNoRegression() {
    assertThat(worse(Goal.Kind.AT_LEAST, List.of(0.9, 1.1, 1.2), List.of(0.7, 0.8, 0.95)))
        .isEmpty();
    assertThat(worse(Goal.Kind.AT_MOST, List.of(1.0, 1.1, 1.4), List.of(1.3, 1.4, 1.5))).isEmpty();
  }

  @Test
  void betterIsNoRegressionAndAFewPercentAreNone() {
    assertThat(worse(Goal.Kind.AT_LEAST, List.of(1.0, 1.1, 1.2), List.of(2.0, 2.1, 2.2))).isEmpty();
    assertThat(worse(Goal.Kind.BELOW, List.of(10.0, 11.0, 12.0), List.of(1.0, 2.0, 3.0))).isEmpty();
    assertThat(worse(Goal.Kind.AT_MOST, List.of(1.0, 1.0, 1.0), List.of(1.03, 1.03, 1.03)))
        .isEmpty();
  }

  @Test
  void aSingleRoundHasToBeFarWorse() {
    assertThat(worse(Goal.Kind.AT_MOST, List.of(1.0), List.of(1.2))).isEmpty();
    assertThat(worse(Goal.Kind.AT_MOST, List.of(1.0), List.of(1.3))).hasSize(1);
  }

  @Test
  void whatOnlyOneRunHasIsNoted() {
    Regressions regressions =
        Regressions.of(
            results("old", Goal.Kind.AT_MOST, List.of(1.0)),
            results("new", Goal.Kind.AT_MOST, List.of(1.0)));
    assertThat(regressions.worse()).isEmpty();
    assertThat(regressions.notes())
        .containsExactly("bench new is new", "bench old was not measured this time");
  }

  private static List<String> worse(Goal.Kind kind, List<Double> before, List<Double> now) {
    return Regressions.of(results("figure", kind, before), results("figure", kind, now)).worse();
  }

  private static Results results(String name, Goal.Kind kind, List<Double> rounds) {
    BenchResult bench = new BenchResult("bench", "Bench", "");
    Spread spread = new Spread(rounds);
    bench.figure(
        new Figure(name, spread.median(), Figure.RATIO, "", spread, new Goal(kind, 1), true, ""));
    return new Results(true, Map.of("cores", "2"), List.of(bench));
  }
}
