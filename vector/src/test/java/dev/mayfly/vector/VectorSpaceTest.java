package dev.mayfly.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexOutput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where graphs are, and what is left of them. */
class VectorSpaceTest {
  @TempDir Path directory;

  private static void write(Directory into) throws IOException {
    try (IndexOutput output = into.createOutput("file", IOContext.DEFAULT)) {
      output.writeByte((byte) 1);
    }
  }

  private long entries() throws IOException {
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.count();
    }
  }

  @Test
  void whatWasClosedIsGone() throws IOException {
    VectorSpace space = VectorSpace.in(directory, 1000);
    Directory first = space.open();
    Directory second = space.open();
    write(first);
    write(second);
    assertThat(entries()).isEqualTo(2);
    first.close();
    assertThat(entries()).isEqualTo(1);
    second.close();
    assertThat(entries()).isZero();
  }

  @Test
  void aStartRemovesWhatAKilledServerLeftAndNothingElse() throws IOException {
    write(VectorSpace.in(directory, 1000).open());
    Path other = Files.createFile(directory.resolve("spill-1"));
    VectorSpace.in(directory, 1000);
    assertThat(Files.exists(other)).isTrue();
    assertThat(entries()).isEqualTo(1);
  }

  @Test
  void noMoreIsTakenThanThereIs() {
    VectorSpace space = VectorSpace.onHeap(100);
    assertThat(space.take(60)).isTrue();
    assertThat(space.take(60)).isFalse();
    assertThat(space.usedBytes()).isEqualTo(60);
    space.giveBack(60);
    assertThat(space.take(100)).isTrue();
  }
}
