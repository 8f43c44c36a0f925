package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.server.config.ServerConfig;
import dev.mayfly.server.demo.Screen;
import dev.mayfly.server.progress.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line without a process: what it says, and with which exit code it ends. */
class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final RecordingStores stores = new RecordingStores();

  @ParameterizedTest
  @ValueSource(strings = {"serve", "check", "restore", "demo"})
  void everyCommandHasHelp(String command) {
    assertThat(run(command, "--help")).isZero();
    assertThat(out.toString()).contains("mayfly " + command).endsWith("\n");
    assertThat(out.toString().lines()).allMatch(line -> line.length() <= 80);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void theHelpListsTheCommands() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("serve", "check", "restore", "demo")
        .doesNotContain("warm-up");
  }

  @Test
  void aMistypedOptionOrCommandGetsOneLineAndTheNearest() {
    assertThat(run("serve", "--admin-prot=1")).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("did you mean --admin-port?");
    assertThat(run("chekc")).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(2).contains("did you mean check?");
  }

  @Test
  void aContradictionIsRefusedBeforeAnythingIsOpened() {
    assertThat(run("serve", "--data", "x", "--ephemeral")).isEqualTo(2);
    assertThat(err.toString()).hasLineCount(1).contains("choose one");
    assertThat(run("serve", "--movable-clock")).isEqualTo(2);
    assertThat(stores.calls).isEmpty();
  }

  @Test
  void whatTheEngineRefusesIsOneLine() {
    stores.failure = new EngineException(ErrorCode.LOCKED, "x is in use; stop the other server");
    assertThat(run("serve", "--data", "x")).isEqualTo(1);
    assertThat(err.toString()).isEqualTo("mayfly: x is in use; stop the other server\n");
  }

  @Test
  void aDefectShowsItsTrace() {
    stores.failure = new EngineException(ErrorCode.INTERNAL, "this can't be");
    assertThat(run("check", "x")).isEqualTo(1);
    assertThat(err.toString()).contains("this can't be", "at dev.mayfly");
  }

  @Test
  void checkReportsBySentenceAndExitCode() {
    assertThat(run("check", "some/dir")).isZero();
    assertThat(out.toString()).isEqualTo("some/dir: 3 rows checked, everything fits together.\n");
    stores.problems = List.of("item 7 is not in the feed");
    assertThat(run("check", "some/dir")).isEqualTo(1);
    assertThat(out.toString()).contains("item 7 is not in the feed\n", "1 problem");
  }

  @Test
  void restoreAndDemoAreHandedOver() {
    assertThat(run("restore", "backup", "--data", "new")).isZero();
    assertThat(out.toString()).contains("mayfly serve --data new", "/purge/confirm");
    assertThat(run("demo")).isZero();
    assertThat(stores.calls).containsExactly("restore backup new", "demo");
    assertThat(run("restore", "backup")).isEqualTo(2);
    assertThat(err.toString()).contains("--data");
  }

  @Test
  void salvageSaysWhatIsLostAndWhetherTheRestIsSound() {
    assertThat(run("salvage", "old", "--data", "new")).isZero();
    assertThat(stores.calls).containsExactly("salvage old new");
    assertThat(out.toString())
        .contains("old: rows 5 to 9 are lost", "new: 3 rows checked, everything fits together");
    stores.problems = List.of("item 1: no feed row");
    assertThat(run("salvage", "old", "--data", "new")).isEqualTo(1);
    assertThat(out.toString()).contains("item 1: no feed row", "1 problems are left");
  }

  private int run(String... args) {
    return Main.commandLine(
            stores, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true))
        .execute(args);
  }

  private static final class RecordingStores implements Stores {
    final List<String> calls = new ArrayList<>();
    List<String> problems = List.of();
    RuntimeException failure;

    @Override
    public OpenStore open(ServerConfig config) {
      calls.add("open");
      throw failure;
    }

    @Override
    public CheckReport check(Path directory, Progress progress) {
      if (failure != null) {
        throw failure;
      }
      return new CheckReport(3, problems.size(), problems, List.of());
    }

    @Override
    public void restore(Path backup, Path directory, Progress progress) {
      calls.add("restore " + backup + " " + directory);
    }

    @Override
    public void restoreNode(
        Path backup, Path directory, String cluster, String nodeId, Map<String, String> peers) {
      calls.add("restore node " + nodeId + " of " + cluster + " " + backup + " " + directory);
    }

    @Override
    public String salvage(Path damaged, Path directory) {
      calls.add("salvage " + damaged + " " + directory);
      return "rows 5 to 9 are lost";
    }

    @Override
    public void demo(Screen screen, int manyItems) {
      calls.add("demo");
    }
  }
}
