package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.Setting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files: named by check, which changes nothing, refused by serve, known to health. */
@Timeout(120)
class DamagedStoreTest {
  private static final int ITEMS = 600;

  @TempDir private Path temporary;

  @Test
  void aDamagedLogIsNamedRefusedAndSalvagedAsAsked() throws IOException {
    Path data = temporary.resolve("data");
    SampleStores.write(data, ITEMS);
    Path log = largest(data, ".log");
    flip(log);
    Map<String, Integer> before = contents(data);

    assertThat(run("check", data.toString()))
        .startsWith("1 ")
        .contains(log.getFileName().toString(), "checksum mismatch", "mayfly salvage");
    assertThat(contents(data)).isEqualTo(before);
    assertThat(run("serve", "--data", data.toString()))
        .startsWith("1 ")
        .contains("is damaged", "Nothing was changed", "mayfly restore", "mayfly salvage");
    assertThat(contents(data)).isEqualTo(before);

    Path saved = temporary.resolve("saved");
    assertThat(run("salvage", data.toString(), "--data", saved.toString()))
        .startsWith("0 ")
        .contains("writes behind the damage are lost", "everything fits together");
    assertThat(contents(data)).isEqualTo(before);
    try (OpenStore store = open(saved)) {
      assertThat(store.containerMetrics().get(0).liveItems()).isBetween(ITEMS / 4L, ITEMS - 1L);
      assertThat(store.purgeAwaitsConfirmation()).isTrue();
      assertThat(store.health().serving()).isTrue();
    }
  }

  @Test
  void aMissingLogIsNamedAndRefused() throws IOException {
    Path data = temporary.resolve("data");
    SampleStores.write(data, ITEMS);
    Files.delete(largest(data, ".log"));
    Map<String, Integer> before = contents(data);
    assertThat(run("check", data.toString())).startsWith("1 ").contains("is missing");
    assertThat(run("serve", "--data", data.toString())).startsWith("1 ").contains("is missing");
    assertThat(contents(data)).isEqualTo(before);
  }

  @Test
  void healthKnowsOfADamagedTableFile() throws IOException {
    Path data = temporary.resolve("data");
    SampleStores.write(data, ITEMS);
    open(data).close();
    Path table = largest(data, ".sst");
    byte[] content = Files.readAllBytes(table);
    content[40] ^= 1;
    Files.write(table, content);
    assertThat(run("check", data.toString()))
        .startsWith("1 ")
        .contains(table.getFileName().toString());
    try (OpenStore store = open(data)) {
      Container container = store.engine().container(SampleStores.DATABASE, SampleStores.CONTAINER);
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < ITEMS; i++) {
                  container.read(SampleStores.key(i));
                }
              })
          .isInstanceOf(EngineException.class)
          .hasMessageContaining("checksum");
      assertThat(store.health().serving()).isFalse();
      assertThat(store.health().detail()).contains("damaged", table.getFileName().toString());
    }
  }

  private static Path largest(Path directory, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .max(Comparator.comparingLong(file -> file.toFile().length()))
          .orElseThrow();
    }
  }

  private static void flip(Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    content[content.length / 2] ^= 1;
    Files.write(file, content);
  }

  private static Map<String, Integer> contents(Path directory) throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> regular = files.filter(Files::isRegularFile).toList();
      for (Path file : regular) {
        contents.put(file.getFileName().toString(), Arrays.hashCode(Files.readAllBytes(file)));
      }
    }
    return contents;
  }

  private static OpenStore open(Path data) {
    return new EngineStores()
        .open(ConfigLoader.load(Map.of(Setting.DATA, data.toString()), Optional.empty(), Map.of()));
  }

  /** Exit code, a space, and all that was printed. */
  private static String run(String... args) {
    StringWriter printed = new StringWriter();
    PrintWriter out = new PrintWriter(printed, true);
    int exitCode = Main.commandLine(new EngineStores(), Map.of(), out, out).execute(args);
    return exitCode + " " + printed;
  }
}
