package dev.mayfly.engine.ttl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpirySourceTest {
  private static ExpirySource lasting(long seconds) {
    return ExpirySource.off(ExpirySource.DEFAULT).changed(true, seconds, 0, 1);
  }

  @Test
  void deadFromTheVerySecondOfTheDeadline() {
    ExpirySource source = lasting(10);
    assertThat(source.isDead(100, 5, 109)).isFalse();
    assertThat(source.isDead(100, 5, 110)).isTrue();
    assertThat(source.deadline(100)).isEqualTo(110);
    assertThat(source.deadline(Long.MAX_VALUE - 3)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void raisingLeavesAMarkForWhatWasDead() {
    ExpirySource raised = lasting(10).changed(true, 1000, 200, 50);
    assertThat(raised.isDead(190, 49, 200)).isTrue();
    assertThat(raised.isDead(191, 49, 200)).isFalse();
    assertThat(raised.isDead(191, 49, 1191)).isTrue();
    // Written after the change with an older time: the mark is not for it.
    assertThat(raised.isDead(190, 51, 200)).isFalse();
  }

  @Test
  void loweringNeedsNoMark() {
    assertThat(lasting(1000).changed(true, 10, 200, 50).marks().isEmpty()).isTrue();
  }

  @Test
  void offAndOnAgainBringsNothingBack() {
    ExpirySource off = lasting(10).changed(false, 0, 200, 50);
    assertThat(off.isDead(190, 1, 9999)).isTrue();
    assertThat(off.isDead(191, 1, 9999)).isFalse();
    ExpirySource on = off.changed(true, 1_000_000, 300, 60);
    assertThat(on.isDead(190, 1, 300)).isTrue();
    assertThat(on.isDead(191, 1, 300)).isFalse();
  }

  @Test
  void marksAreAStaircase() {
    Marks marks = Marks.NONE.plus(new Mark(90, 10)).plus(new Mark(40, 20));
    assertThat(marks.steps()).containsExactly(new Mark(90, 10), new Mark(40, 20));
    assertThat(marks.cover(80, 10)).isTrue();
    assertThat(marks.cover(80, 11)).isFalse();
    assertThat(marks.cover(40, 20)).isTrue();
    assertThat(marks.cover(40, 21)).isFalse();
    assertThat(marks.highest()).isEqualTo(90);
    assertThat(marks.plus(new Mark(95, 30)).steps()).containsExactly(new Mark(95, 30));
    assertThatThrownBy(() -> new Marks(List.of(new Mark(1, 1), new Mark(2, 2))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void tooManyStepsWaitForThePurge() {
    Marks marks = Marks.NONE;
    for (int i = 0; i < Marks.STEPS_MAX; i++) {
      marks = marks.plus(new Mark(1000 - i, i));
    }
    Marks full = marks;
    assertThatThrownBy(() -> full.plus(new Mark(0, 1000))).isInstanceOf(EngineException.class);
  }

  @Test
  void deathIsNotBeforeTheSettingThatCausedIt() {
    TtlPolicy policy = TtlPolicy.OFF.withDefault(1000, 0, 1).withDefault(10, 500, 2);
    assertThat(policy.defaultSource().sinceSecond()).isEqualTo(500);
    assertThat(policy.ownSource().sinceSecond()).isZero();
  }
}
