package dev.mayfly.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A few rounds of each kind, with a fixed plan. */
@Timeout(300)
class TortureTest {
  private static final long SEED = 11;

  @TempDir private Path temporary;

  @ParameterizedTest
  @CsvSource({"KILL,3", "POWER,2", "FAIL,2", "FULL,1", "SLOW,1", "FLIP,4", "CLOCK,1"})
  void everyRoundIsWell(Kind kind, int rounds) throws Exception {
    Path directory = temporary.resolve("run");
    Options options = new Options(60, rounds, SEED, EnumSet.of(kind));
    assertThat(new Torture(options, directory, System.out).run()).isTrue();
    assertThat(Files.exists(directory)).isFalse();
  }

  @Test
  void aSeedPlansTheSameRounds() throws Exception {
    assertThat(plan()).isEqualTo(plan());
  }

  /** The kinds and seeds of some rounds, as the run prints them. */
  private List<String> plan() throws Exception {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8);
    Options options = new Options(60, 4, SEED, EnumSet.of(Kind.FAIL, Kind.SLOW));
    assertThat(new Torture(options, temporary.resolve("run"), out).run()).isTrue();
    return said.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith("round "))
        .map(line -> line.replaceAll(":.*", ""))
        .toList();
  }

  @Test
  void optionsAreRead() {
    Options options =
        Options.parse(List.of("--minutes", "3", "--seed", "-7", "--only", "kill,flip"));
    assertThat(options.minutes()).isEqualTo(3);
    assertThat(options.seed()).isEqualTo(-7);
    assertThat(options.kinds()).containsExactly(Kind.KILL, Kind.FLIP);
    assertThat(Options.parse(List.of()).minutes()).isEqualTo(10);
    assertThat(Options.parse(List.of("--rounds", "5")).rounds()).isEqualTo(5);
  }

  @Test
  void whatIsWrongInTheOptionsIsNamed() {
    assertThatThrownBy(() -> Options.parse(List.of("--minutes", "0")))
        .hasMessageContaining("--minutes is '0'");
    assertThatThrownBy(() -> Options.parse(List.of("--only", "drown")))
        .hasMessageContaining("drown")
        .hasMessageContaining("kill, power, fail, full, slow, flip, clock");
    assertThatThrownBy(() -> Options.parse(List.of("--fast"))).hasMessageContaining("--fast");
  }
}
