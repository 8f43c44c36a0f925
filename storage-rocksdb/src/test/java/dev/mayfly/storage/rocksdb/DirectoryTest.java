package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which directories are opened, which are refused, and with which words. */
class DirectoryTest extends RocksDbFixture {

  @Test
  void directoryIsMarkedAsOurs() throws IOException {
    open().close();
    assertThat(data().resolve("MAYFLY")).hasContent("mayfly-rocksdb 2\n");
  }

  @Test
  void secondOpeningIsRefusedAndHarmless() {
    try (RocksDbStorage storage = open()) {
      EngineException refused = assertFails(ErrorCode.LOCKED, this::open);
      assertThat(refused).hasMessageContaining(data().toString()).hasMessageContaining("stop it");
      put(storage, "a", "1");
      assertThat(get(storage, "a")).isEqualTo("1");
    }
    open().close();
  }

  @Test
  void secondProcessIsRefusedWhateverFileIsDeleted() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                data().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said =
        new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.UTF_8))) {
      String line = said.readLine();
      while (line != null && !line.equals("open")) {
        line = said.readLine();
      }
      assertThat(line).isEqualTo("open");
      assertFails(ErrorCode.LOCKED, this::open);
      assertFails(ErrorCode.LOCKED, () -> ReadOnlyStore.open(data()));
      Files.delete(data().resolve("LOCK"));
      assertFails(ErrorCode.LOCKED, this::open);
      Files.delete(data().resolve("WATERMARK"));
      assertFails(ErrorCode.CORRUPTED, this::open);
    } finally {
      other.destroyForcibly();
    }
    assertThat(other.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertFails(ErrorCode.CORRUPTED, this::open);
    Path saved = temporary.resolve("saved");
    RocksDbStorage.salvage(data(), saved, storage -> {});
    try (RocksDbStorage storage = open(saved)) {
      assertThat(get(storage, "from")).isEqualTo("holder");
    }
  }

  /** Opens a directory, writes a row and waits to be killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] arguments) throws IOException {
      RocksDbStorage storage = open(Path.of(arguments[0]));
      put(storage, "from", "holder");
      System.out.println("open");
      System.out.flush();
      System.in.read();
    }
  }

  @Test
  void newerFormatIsRefusedUntouched() throws IOException {
    open().close();
    Files.writeString(data().resolve("MAYFLY"), "mayfly-rocksdb 3\nsomething new\n");
    EngineException refused = assertFails(ErrorCode.NEWER_FORMAT, this::open);
    assertThat(refused).hasMessageContaining("format 3").hasMessageContaining("up to 2");
    assertThat(data().resolve("MAYFLY")).hasContent("mayfly-rocksdb 3\nsomething new\n");
  }

  @Test
  void damagedFormatFileIsRefused() throws IOException {
    open().close();
    for (String garbage : List.of("", "\0\0\0", "mayfly-rocksdb", "mayfly-rocksdb -1", "x\ny")) {
      Files.writeString(data().resolve("MAYFLY"), garbage);
      assertFails(ErrorCode.CORRUPTED, this::open);
    }
    Files.writeString(data().resolve("MAYFLY"), "mayfly-rocksdb 0\n");
    assertFails(ErrorCode.CORRUPTED, this::open);
    Files.write(data().resolve("MAYFLY"), new byte[1 << 20]);
    assertFails(ErrorCode.CORRUPTED, this::open);
  }

  @Test
  void foreignDirectoryIsRefusedUntouched() throws IOException {
    Files.createDirectories(data());
    Files.writeString(data().resolve("thesis.txt"), "all my work");
    EngineException refused = assertFails(ErrorCode.BAD_REQUEST, this::open);
    assertThat(refused).hasMessageContaining(data().toString());
    try (Stream<Path> files = Files.list(data())) {
      assertThat(files).hasSize(1);
    }
  }

  @Test
  void freshVolumeCountsAsEmpty() throws IOException {
    Files.createDirectories(data().resolve("lost+found"));
    open().close();
  }

  @Test
  void fileInPlaceOfADirectoryIsRefused() throws IOException {
    Files.writeString(data(), "a file");
    assertFails(ErrorCode.STORAGE_FAILED, this::open);
  }

  @Test
  void lostCurrentFileIsNotTakenForAnEmptyDatabase() throws IOException {
    try (RocksDbStorage storage = open()) {
      put(storage, "a", "1");
    }
    Files.delete(data().resolve("CURRENT"));
    assertFails(ErrorCode.CORRUPTED, this::open);
  }

  @Test
  void currentFileThatNamesAnotherManifestIsRefusedAsDamage() throws IOException {
    open().close();
    Path current = data().resolve("CURRENT");
    Files.writeString(current, Files.readString(current).replace("MANIFEST-0", "MANIFEST-8"));
    EngineException refused = assertFails(ErrorCode.CORRUPTED, this::open);
    assertThat(refused).hasMessageContaining("MANIFEST-8").hasMessageContaining("restore");
  }

  @Test
  void damagedManifestIsRefused() throws IOException {
    try (RocksDbStorage storage = open()) {
      put(storage, "a", "1");
    }
    Damage.overwriteMiddle(Damage.only(data(), "MANIFEST-*"));
    assertFails(ErrorCode.CORRUPTED, this::open);
  }
}
