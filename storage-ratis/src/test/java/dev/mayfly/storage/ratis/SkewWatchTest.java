package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SkewWatchTest {
  private static final int LOOKS = 8;

  private final SkewWatch watch = new SkewWatch(Duration.ofSeconds(1));

  private static Peers.Heard heard(long offsetMillis, long errorMillis) {
    return new Peers.Heard(System.nanoTime(), 1, 1, -1, offsetMillis, errorMillis);
  }

  private Optional<String> after(int looks, Map<String, Peers.Heard> others) {
    Optional<String> found = Optional.empty();
    for (int i = 0; i < looks; i++) {
      found = watch.check(others);
    }
    return found;
  }

  @Test
  void leaderThatDiffersFromMostNodesIsReplacedByOneOfThem() {
    Map<String, Peers.Heard> others = Map.of("n2", heard(5000, 10), "n3", heard(5010, 10));
    assertThat(after(LOOKS - 1, others)).isEmpty();
    assertThat(watch.check(others)).hasValueSatisfying(id -> assertThat(id).isIn("n2", "n3"));
  }

  @Test
  void oneOtherNodeThatDiffersIsItsOwnConcern() {
    assertThat(after(3 * LOOKS, Map.of("n2", heard(5000, 10), "n3", heard(0, 10)))).isEmpty();
  }

  @Test
  void slowAnswersAreNoEvidence() {
    assertThat(after(3 * LOOKS, Map.of("n2", heard(5000, 4500), "n3", heard(5000, 4500))))
        .isEmpty();
  }

  @Test
  void oneLookThatAgreesBeginsAnew() {
    Map<String, Peers.Heard> far = Map.of("n2", heard(-5000, 10), "n3", heard(-5000, 10));
    after(LOOKS - 1, far);
    assertThat(watch.check(Map.of("n2", heard(0, 10), "n3", heard(-5000, 10)))).isEmpty();
    assertThat(after(LOOKS - 1, far)).isEmpty();
  }
}
