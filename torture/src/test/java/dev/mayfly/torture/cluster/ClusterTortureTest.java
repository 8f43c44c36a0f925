package dev.mayfly.torture.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A few faults on a cluster of processes, under load. */
@Timeout(1200)
@LongTest
class ClusterTortureTest {
  private static final List<Fault> FEW =
      List.of(
          Fault.KILL_LEADER,
          Fault.PAUSE_LEADER,
          Fault.ISOLATE_LEADER,
          Fault.SKEW,
          Fault.FULL_DISK,
          Fault.REPLACE);

  @TempDir private Path temporary;

  @Test
  @EnabledOnOs(OS.LINUX)
  void everythingIsAsItMustBe() throws Exception {
    Path directory = temporary.resolve("run");
    long seed = Seeds.seedOfThreads(ClusterTortureTest.class);
    ClusterOptions options =
        new ClusterOptions(60, Rounds.of(3, FEW.size()), seed, FEW, Rounds.isFull());
    assertThat(new ClusterTorture(options, directory, System.out).run()).isTrue();
    assertThat(Files.exists(directory)).isFalse();
  }

  @Test
  void aDeckHasEachFaultInItsShare() {
    List<Fault> deck = Fault.deck(List.of(Fault.values()), true, new Random(1));
    assertThat(deck).contains(Fault.values());
    assertThat(deck).isEqualTo(Fault.deck(List.of(Fault.values()), true, new Random(1)));
    assertThat(Collections.frequency(deck, Fault.KILL_LEADER))
        .isGreaterThan(Collections.frequency(deck, Fault.REPLACE));
  }

  @Test
  void optionsAreRead() {
    ClusterOptions options =
        ClusterOptions.parse(List.of("--minutes", "3", "--seed", "-7", "--only", "skew,kill-all"));
    assertThat(options.minutes()).isEqualTo(3);
    assertThat(options.seed()).isEqualTo(-7);
    assertThat(options.faults()).containsExactly(Fault.SKEW, Fault.KILL_ALL);
    assertThat(ClusterOptions.parse(List.of()).minutes()).isEqualTo(10);
  }

  @Test
  void whatIsWrongInTheOptionsIsNamed() {
    assertThatThrownBy(() -> ClusterOptions.parse(List.of("--only", "drown")))
        .hasMessageContaining("drown")
        .hasMessageContaining("kill-leader");
    assertThatThrownBy(() -> ClusterOptions.parse(List.of("--minutes", "0")))
        .hasMessageContaining("--minutes is '0'");
    assertThatThrownBy(() -> ClusterOptions.parse(List.of("--fast")))
        .hasMessageContaining("--fast");
  }
}
