package dev.mayfly.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  @Test
  void roundsTakeTurnsAndEachIsComparedWithItsOwn() throws Exception {
    List<String> order = new ArrayList<>();
    double[] slow = {1, 10, 1};
    Comparison compared =
        Comparison.of(
            new Pace(1, 3, 5),
            millis -> load(order, "ours", 2 * slow[order.size() / 2]),
            millis -> load(order, "theirs", 4 * slow[order.size() / 2]));
    assertThat(order).containsExactly("ours", "theirs", "theirs", "ours", "ours", "theirs");
    assertThat(compared.ratio(Load::serverMicros).median()).isEqualTo(0.5);
  }

  private static Load load(List<String> order, String who, double micros) {
    order.add(who);
    return new Load(1_000_000, micros, 1, 1);
  }

  @Test
  void aRoundThatShowsTooLittleIsMadeLonger() throws Exception {
    List<Long> lengths = new ArrayList<>();
    Comparison.each(
        new Pace(1, 1, 1000),
        List.of(
            millis -> {
              lengths.add(millis);
              // Ten requests a second of 10 ms each.
              return new Load(10, 10_000, 1, 1);
            }));
    assertThat(lengths).containsExactly(1000L, 2000L);
  }
}
