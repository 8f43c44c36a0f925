package dev.mayfly.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraitTest {
  @Test
  void whatStaysIsFlatHoweverItBegan() {
    List<Sample> samples =
        IntStream.range(0, 40).mapToObj(i -> sample(i < 10 ? i * 1000 : 20_000 + i % 3)).toList();
    for (Trait trait : Trait.values()) {
      assertThat(trait.growth(samples)).as(trait.label()).isBetween(0.99, 1.01);
    }
  }

  @Test
  void whatGrowsIsSeen() {
    List<Sample> samples =
        IntStream.range(0, 40).mapToObj(i -> sample(100_000_000L + i * 10_000_000)).toList();
    for (Trait trait : Trait.values()) {
      assertThat(trait.growth(samples)).as(trait.label()).isGreaterThan(trait.growthMax());
    }
  }

  @Test
  void aLittleIsNoGrowthWhereALittleIsNothing() {
    List<Sample> samples = IntStream.range(0, 8).mapToObj(i -> sample(i < 4 ? 0 : 10)).toList();
    assertThat(Trait.BACKLOG.growth(samples)).isLessThan(1.1);
    assertThat(Trait.HEAP.growth(samples)).isLessThan(1.1);
  }

  private static Sample sample(long value) {
    return new Sample(value, value, value, value, value, value, value);
  }
}
