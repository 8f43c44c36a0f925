package dev.mayfly.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.fuzz.target.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/** Replays the corpus: what was found once is not found again. */
@Timeout(300)
class CorpusTest {
  private static final long BYTES_MAX = 2 << 20;
  private static final Corpus CORPUS = new Corpus(root());

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("fuzz/corpus"))) {
      directory = directory.getParent();
    }
    return directory;
  }

  @TestFactory
  Stream<DynamicTest> everyInputIsReplayed() {
    return Targets.all().stream()
        .map(target -> DynamicTest.dynamicTest(target.name(), () -> replay(target)));
  }

  private static void replay(Target target) throws IOException {
    List<Path> files = CORPUS.files(target);
    assertThat(files).as("inputs for %s in fuzz/corpus", target.name()).isNotEmpty();
    for (Path file : files) {
      byte[] input = Files.readAllBytes(file);
      try {
        target.run(input);
      } catch (Throwable e) {
        throw new AssertionError(
            "./mayfly fuzz replay " + target.name() + " " + file + ": " + target.describe(input),
            e);
      }
    }
  }

  @Test
  void theCorpusIsSmall() throws IOException {
    long bytes = 0;
    for (Target target : Targets.all()) {
      for (Path file : CORPUS.files(target)) {
        bytes += Files.size(file);
      }
    }
    assertThat(bytes).isLessThan(BYTES_MAX);
  }

  @Test
  void everyDirectoryBelongsToATarget() throws IOException {
    try (Stream<Path> directories = Files.list(root().resolve("fuzz/corpus"))) {
      assertThat(directories.map(directory -> directory.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(Targets.all().stream().map(Target::name).toList());
    }
  }
}
