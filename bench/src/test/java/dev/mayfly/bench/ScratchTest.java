package dev.mayfly.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.bench.measure.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ScratchTest {
  @Test
  void everythingGoesAwayAtTheEnd() throws IOException {
    Path directory;
    try (Scratch scratch = Scratch.create()) {
      directory = scratch.directory("a");
      Files.createDirectories(directory.resolve("b"));
      Files.writeString(directory.resolve("b").resolve("c"), "text");
    }
    assertThat(directory.getParent()).doesNotExist();
  }

  @Test
  void nothingElseIsDiscarded() throws IOException {
    try (Scratch scratch = Scratch.create()) {
      assertThatThrownBy(() -> scratch.discard(Path.of("elsewhere")))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
