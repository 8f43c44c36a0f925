package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Rule;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A data directory from one server process to the next. */
@Timeout(180)
class StoreProcessTest {
  private static final String AWAITING = "\"awaitingConfirmation\":true";

  @TempDir private Path temporary;

  @Test
  @Rule({"C3", "C7"})
  void aDirectorySurvivesItsServersAndHasOneAtATime() throws Exception {
    Path data = temporary.resolve("data");
    SampleStores.write(data, 5);
    try (ServerProcess first = ServerProcess.serve(temporary, "--data", data.toString())) {
      assertThat(first.readyLine()).contains(data.toString(), "durability sync");
      assertThat(first.metric("mayfly_items")).isEqualTo(5);
      assertThat(first.post("/clock/advance?seconds=1")).contains("can't be moved");
      assertThat(first.post("/purge/pause")).contains("\"paused\":true");
      assertThat(first.metric("mayfly_purge_paused")).isEqualTo(1);
      assertThat(first.post("/purge/resume")).contains("\"paused\":false");

      try (ServerProcess second = ServerProcess.launch(temporary, "--data", data.toString())) {
        List<String> lines = second.linesToTheEnd();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains("Another process has the directory open: stop it");
        assertThat(second.exitCode()).isEqualTo(1);
      }
      assertThat(first.get("/healthz")).contains("ok");
      first.kill();
    }
    assertThat(run("check", data.toString())).startsWith("0 ").contains("everything fits together");
    try (ServerProcess next = ServerProcess.serve(temporary, "--data", data.toString())) {
      assertThat(next.metric("mayfly_items")).isEqualTo(5);
      next.stopInOrder();
    }
    assertThat(run("check", data.toString())).startsWith("0 ");
  }

  @Test
  @Rule({"B3", "C7", "C9", "purged-backup"})
  void whatExpiredBeforeAnImportOrARestoreIsPurgedWhenConfirmed() throws Exception {
    Path data = temporary.resolve("data");
    SampleStores.writeExpired(data, 7);
    try (ServerProcess server = ServerProcess.serve(temporary, "--data", data.toString())) {
      assertThat(server.get("/purge")).contains(AWAITING);
      assertThat(server.post("/backup?name=monday")).contains("data-backups");
      assertThat(server.post("/backup?name=monday")).contains("already");
      assertThat(server.metric("mayfly_items")).isZero();
      assertThat(server.metric("mayfly_purge_backlog_items")).isEqualTo(7);
      assertThat(server.metric("mayfly_purge_oldest_deadline_age_seconds"))
          .isGreaterThanOrEqualTo(SampleStores.DEFAULT_SECONDS);
      assertThat(server.post("/purge/confirm")).doesNotContain(AWAITING);
      server.awaitMetric("mayfly_purge_backlog_items", items -> items == 0);
      assertThat(server.metric("mayfly_purged_items_total")).isEqualTo(7);
      assertThat(server.metric("mayfly_purge_request_units_total")).isPositive();
      server.stopInOrder();
    }
    Path backup = temporary.resolve("data-backups/monday");
    assertThat(run("check", backup.toString())).startsWith("0 ");
    assertThat(run("restore", backup.toString(), "--data", data.toString()))
        .startsWith("1 ")
        .contains("not empty");
    assertThat(run("serve", "--data", backup.toString()))
        .startsWith("1 ")
        .contains("is a backup", "mayfly restore");

    Path restored = temporary.resolve("restored");
    assertThat(run("restore", backup.toString(), "--data", restored.toString())).startsWith("0 ");
    assertThat(Files.exists(backup)).isTrue();
    try (ServerProcess server = ServerProcess.serve(temporary, "--data", restored.toString())) {
      assertThat(server.get("/purge")).contains(AWAITING);
      assertThat(server.metric("mayfly_purge_awaiting_confirmation")).isEqualTo(1);
      assertThat(server.metric("mayfly_items")).isZero();
      assertThat(server.metric("mayfly_purge_backlog_items")).isEqualTo(7);
      assertThat(server.metric("mayfly_purged_items_total")).isZero();
      server.post("/purge/confirm");
      server.awaitMetric("mayfly_purge_backlog_items", items -> items == 0);
      server.stopInOrder();
    }
    assertThat(run("check", restored.toString())).startsWith("0 ");
  }

  /** Runs a command that ends by itself: exit code, a space, all that it said. */
  private static String run(String... args) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    int exitCode = Main.commandLine(new EngineStores(), Map.of(), out, out).execute(args);
    return exitCode + " " + said;
  }
}
