package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.cosmos.auth.AccountKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs that start a server find out about it. */
@Timeout(60)
class ReadyFileTest {
  @TempDir private Path temporary;

  @Test
  void itHasTheAddressesWhileTheServerIsReady() throws Exception {
    Path file = temporary.resolve("ready.json");
    try (ServerProcess server =
        ServerProcess.serve(temporary, "--ephemeral", "--ready-file=" + file)) {
      BsonDocument ready = BsonDocument.parse(Files.readString(file));
      BsonDocument cosmos = ready.getDocument("cosmos");
      assertThat(cosmos.getString("endpoint").getValue()).isEqualTo(server.cosmosAddress() + "/");
      assertThat(cosmos.getString("key").getValue()).isEqualTo(AccountKeys.EMULATOR.primary());
      assertThat(cosmos.getString("certificate").getValue()).isEqualTo(server.certificate());
      assertThat(cosmos.getNumber("directPort").intValue()).isPositive();
      assertThat(ready.getDocument("mongodb").getString("uri").getValue())
          .isEqualTo(server.mongoAddress() + "/");
      assertThat(ready.getDocument("admin").getString("url").getValue())
          .isEqualTo(server.adminAddress() + "/");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      assertThat(server.get("/ready")).isEqualToIgnoringNewLines("{\"status\":\"ok\"}");
      assertThat(server.get("/alive")).isEqualToIgnoringNewLines("{\"status\":\"alive\"}");
      server.stopInOrder();
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void anUnwritableOneIsAnError() throws Exception {
    Path file = temporary.resolve("missing/ready.json");
    try (ServerProcess server =
        ServerProcess.launch(temporary, "--ephemeral", "--ready-file=" + file)) {
      assertThat(server.linesToTheEnd()).anyMatch(line -> line.contains("can't be written"));
      assertThat(server.exitCode()).isNotZero();
    }
  }

  @Test
  void theEmulatorsKeyIsAcceptedFromOutsideOnlyWhenAllowed() throws Exception {
    try (ServerProcess server =
        ServerProcess.launch(temporary, "--ephemeral", "--cosmos-bind=0.0.0.0")) {
      assertThat(server.linesToTheEnd())
          .anyMatch(line -> line.contains("cosmos-allow-emulator-key"));
    }
    try (ServerProcess server =
        ServerProcess.serve(
            temporary, "--ephemeral", "--cosmos-bind=0.0.0.0", "--cosmos-allow-emulator-key")) {
      assertThat(server.readyLine()).contains("Cosmos DB on http://0.0.0.0:", "emulator key");
    }
  }
}
