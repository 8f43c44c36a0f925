package dev.mayfly.torture.cluster.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CounterTest {
  private final Findings findings = new Findings();
  private final Counter counter = new Counter("n", findings);

  @Test
  void incrementsOfUnknownOutcomeMayCount() {
    counter.increment(1);
    counter.lose();
    counter.compare(1);
    counter.compare(2);
    assertThat(findings.lines()).isEmpty();
  }

  @Test
  void aLostIncrementIsNoticed() {
    counter.increment(1);
    counter.increment(2);
    counter.compare(1);
    assertThat(findings.lines()).hasSize(1);
  }

  @Test
  void anIncrementThatWasDoneTwiceIsNoticed() {
    counter.increment(1);
    counter.increment(3);
    counter.compare(3);
    assertThat(findings.lines()).hasSize(1);
  }

  @Test
  void equalAnswersAreNoticed() {
    counter.increment(1);
    counter.increment(1);
    assertThat(findings.lines()).containsExactly("n: two increments were answered with 1");
  }
}
