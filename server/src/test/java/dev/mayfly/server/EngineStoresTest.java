package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.format.MetaKeys;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.server.config.ConfigLoader;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.config.Setting;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the commands make of directories, without a process: check, restore, refusals. */
@Timeout(60)
class EngineStoresTest {
  private static final long NOW = System.currentTimeMillis() / 1000;

  @TempDir private Path temporary;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void checkFindsAMissingRow() {
    Path data = temporary.resolve("data");
    SampleStores.write(data, 3);
    assertThat(run("check", data.toString())).isZero();
    assertThat(out.toString()).contains("everything fits together");

    change(data, (storage, view) -> view.delete(Table.ITEMS, firstKey(storage, Table.ITEMS)));
    assertThat(run("check", data.toString())).isEqualTo(1);
    assertThat(out.toString())
        .contains(SampleStores.CONTAINER)
        .containsPattern("[1-9][0-9]* problem");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void checkFindsADamagedFile() throws IOException {
    Path data = temporary.resolve("data");
    SampleStores.write(data, 3);
    assertThat(run("check", data.toString())).isZero();
    Files.writeString(data.resolve("CURRENT"), "MANIFEST-999999\n");
    assertThat(run("check", data.toString())).isEqualTo(1);
    assertThat(out.toString() + err).contains(data.toString());
    assertThat(err.toString()).doesNotContain("\tat ");
  }

  @Test
  void checkMakesNoDirectoryAndTouchesNoForeignOne() throws IOException {
    Path absent = temporary.resolve("absent");
    assertThat(run("check", absent.toString())).isEqualTo(1);
    assertThat(absent).doesNotExist();
    Path foreign = Files.createDirectory(temporary.resolve("foreign"));
    assertThat(run("check", foreign.toString())).isEqualTo(1);
    assertThat(foreign).isEmptyDirectory();
    assertThat(err.toString())
        .contains("There is no directory " + absent, "was not made by Mayfly")
        .hasLineCount(2);
  }

  @Test
  void aNewerFormatIsRefusedInOneLine() throws IOException {
    Path rows = temporary.resolve("rows");
    SampleStores.write(rows, 1);
    change(
        rows,
        (storage, view) -> {
          byte[] row = view.get(Table.META, MetaKeys.FORMAT);
          row[0]++;
          view.put(Table.META, MetaKeys.FORMAT, row);
        });
    Path files = temporary.resolve("files");
    SampleStores.write(files, 1);
    Files.writeString(files.resolve("MAYFLY"), "mayfly-rocksdb 3\n");
    assertThat(run("serve", "--data", rows.toString())).isEqualTo(1);
    assertThat(run("serve", "--data", files.toString())).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(2).contains("newer Mayfly", "or a newer one");
  }

  @Test
  void aForeignDirectoryIsRefusedAndNotTouched() throws IOException {
    Path foreign = Files.createDirectory(temporary.resolve("foreign"));
    Files.writeString(foreign.resolve("letter.txt"), "Dear Ada");
    assertThat(run("serve", "--data", foreign.toString())).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).contains("nothing was touched");
    assertThat(foreign).isDirectoryContaining("glob:**letter.txt");
    assertThat(foreign.toFile().list()).hasSize(1);
  }

  @Test
  @Rule("B6")
  void aClockThatIsFarBehindIsRefusedUnlessAccepted() {
    Path data = temporary.resolve("data");
    SampleStores.writeAt(data, NOW + 86_400, 2);
    assertThat(run("serve", "--data", data.toString())).isEqualTo(1);
    assertThat(err.toString()).hasLineCount(1).contains("--accept-clock-behind");
    try (OpenStore store = open(data, Setting.ACCEPT_CLOCK_BEHIND, "true")) {
      assertThat(store.clock().epochSecond()).isGreaterThanOrEqualTo(NOW + 86_400);
      assertThat(store.containerMetrics().get(0).liveItems()).isEqualTo(2);
    }
  }

  @Test
  void aDirectoryThatIsOpenIsRefusedInOneLine() {
    Path data = temporary.resolve("data");
    try (OpenStore store = open(data, Setting.DURABILITY, "relaxed")) {
      assertThat(store.health().serving()).isTrue();
      assertThat(run("check", data.toString())).isEqualTo(1);
      assertThat(err.toString()).hasLineCount(1).contains("stop it, or use another directory");
    }
  }

  @Test
  void aClosedStoreIsNotWell() {
    OpenStore store = open(temporary.resolve("data"), Setting.MEMORY, "16");
    store.close();
    assertThat(store.health().serving()).isFalse();
    assertThat(store.health().detail()).contains("closed");
  }

  @Test
  @Rule({"C9", "purged-backup"})
  void afterARestoreThePurgeWaitsUnlessConfiguredOtherwise() {
    Path data = temporary.resolve("data");
    SampleStores.writeAt(data, NOW - 2 * SampleStores.DEFAULT_SECONDS, 4);
    Path backup = temporary.resolve("backup");
    try (RocksDbStorage storage = RocksDbStorage.open(data, RocksDbOptions.defaults())) {
      storage.backup(backup);
    }
    Path restored = temporary.resolve("restored");
    assertThat(run("restore", data.toString(), "--data", restored.toString())).isEqualTo(1);
    assertThat(err.toString()).contains(data + " is not a backup");
    assertThat(restored).doesNotExist();

    assertThat(run("restore", backup.toString(), "--data", restored.toString())).isZero();
    try (OpenStore store = open(restored, Setting.PURGE_CONFIRM_AFTER_RESTORE, "true")) {
      assertThat(store.purgeAwaitsConfirmation()).isTrue();
      assertThat(store.containerMetrics().get(0).liveItems()).isZero();
      assertThat(store.containerMetrics().get(0).backlogItems()).isEqualTo(4);
    }
    try (OpenStore store = open(restored, Setting.PURGE_CONFIRM_AFTER_RESTORE, "false")) {
      assertThat(store.purgeAwaitsConfirmation()).isFalse();
    }
    try (OpenStore store = open(restored, Setting.PURGE_CONFIRM_AFTER_RESTORE, "true")) {
      assertThat(store.purgeAwaitsConfirmation()).as("confirmed for good").isFalse();
    }
  }

  @Test
  @Rule("C9")
  void anImportIsWaitedForAlsoWhereARestoreIsNot() {
    Path data = temporary.resolve("data");
    SampleStores.writeExpired(data, 1);
    try (OpenStore store = open(data, Setting.PURGE_CONFIRM_AFTER_RESTORE, "false")) {
      assertThat(store.purgeAwaitsConfirmation()).isTrue();
      store.confirmPurge();
      assertThat(store.purgeAwaitsConfirmation()).isFalse();
    }
  }

  private int run(String... args) {
    PrintWriter toOut = new PrintWriter(out, true);
    PrintWriter toErr = new PrintWriter(err, true);
    return Main.commandLine(new EngineStores(), Map.of(), toOut, toErr).execute(args);
  }

  private static OpenStore open(Path data, Setting setting, String value) {
    ServerConfig config =
        ConfigLoader.load(
            Map.of(Setting.DATA, data.toString(), setting, value), Optional.empty(), Map.of());
    return new EngineStores().open(config);
  }

  private interface Change {
    void on(RocksDbStorage storage, WriteView view);
  }

  /** Changes rows behind the engine's back. */
  private static void change(Path directory, Change change) {
    try (RocksDbStorage storage = RocksDbStorage.open(directory, RocksDbOptions.defaults())) {
      storage.start(GroupListener.NONE);
      Decision<Void> decision =
          view -> {
            change.on(storage, view);
            return null;
          };
      storage.execute(decision);
    }
  }

  private static byte[] firstKey(RocksDbStorage storage, Table table) {
    byte[] end = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
    try (ReadView view = storage.snapshot();
        RowCursor rows = view.cursor(table, new byte[0], end)) {
      assertThat(rows.next()).isTrue();
      return rows.key();
    }
  }
}
