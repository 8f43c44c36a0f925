package dev.mayfly.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.bench.measure.Rounds;
import dev.mayfly.bench.measure.Statistics;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
  @Test
  void theMedianIsTheMiddle() {
    assertThat(Statistics.median(List.of(3.0, 1.0, 2.0))).isEqualTo(2);
    assertThat(Statistics.median(List.of(4.0, 1.0, 2.0, 3.0))).isEqualTo(2.5);
    assertThatThrownBy(() -> Statistics.median(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aPercentileLeavesTheRestAbove() {
    long[] values = LongStream.rangeClosed(1, 1000).map(i -> 1001 - i).toArray();
    assertThat(Statistics.percentile(values, 0.99)).isEqualTo(991);
    assertThat(Statistics.percentile(new long[] {7}, 0.99)).isEqualTo(7);
  }

  @Test
  void roundsAreComparedInPairs() throws Exception {
    // Both sides slow down together: the rounds' ratios do not move.
    double[] slow = {1, 10, 100};
    int[] calls = new int[2];
    Rounds.Pair pair = Rounds.alternate(3, () -> 6 / slow[calls[0]++], () -> 12 / slow[calls[1]++]);
    assertThat(pair.ratio().median()).isEqualTo(0.5);
  }
}
