package dev.mayfly.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Rule;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server as a process of its own: one line when ready, an orderly shutdown on a signal. */
@Timeout(120)
class ServeProcessTest {
  @TempDir private Path temporary;

  @Test
  @Rule("G1")
  void saysWhereItListensAnswersAndStops() throws Exception {
    try (ServerProcess server = ServerProcess.serve(temporary, "--ephemeral", "--movable-clock")) {
      assertThat(server.readyLine())
          .startsWith("Mayfly ready")
          .contains("ephemeral", "movable clock");
      assertThat(server.get("/healthz")).isEqualToIgnoringNewLines("{\"status\":\"ok\"}");
      assertThat(server.get("/clock")).contains("\"frozen\":false");
      assertThat(server.post("/clock/freeze")).contains("\"frozen\":true");
      double before = server.metric("mayfly_clock_epoch_seconds");
      server.post("/clock/advance?seconds=2592000");
      assertThat(server.metric("mayfly_clock_epoch_seconds")).isEqualTo(before + 2_592_000);
      server.stopInOrder();
    }
  }

  @Test
  void clientsOfCosmosDbAreServedWithACertificateThatIsKept() throws Exception {
    String data = "--data=" + temporary.resolve("data");
    String first;
    try (ServerProcess server = ServerProcess.serve(temporary, data)) {
      assertThat(server.readyLine()).contains("and https, emulator key, direct mode on port ");
      first = fetch(server.cosmosAddress() + "/_explorer/emulator.pem");
      assertThat(first).startsWith("-----BEGIN CERTIFICATE-----");
      assertThat(fetch(server.cosmosAddress() + "/dbs")).contains("\"code\":\"Unauthorized\"");
      server.stopInOrder();
    }
    assertThat(temporary.resolve("data/tls/mayfly-cert.pem")).hasContent(first);
    assertThat(temporary.resolve("data/tls/mayfly-truststore.p12")).exists();
    try (ServerProcess server = ServerProcess.serve(temporary, data)) {
      assertThat(fetch(server.cosmosAddress() + "/mayfly-cert.pem")).isEqualTo(first);
    }
    try (ServerProcess server = ServerProcess.serve(temporary, data, "--cosmos-port=off")) {
      assertThat(server.readyLine()).doesNotContain("Cosmos");
    }
  }

  @Test
  void clientsOfMongoDbAreServedAndOthersNeedAUser() throws Exception {
    try (ServerProcess server =
        ServerProcess.serve(temporary, "--ephemeral", "--mongo-cosmos-port=0")) {
      Matcher mongo =
          Pattern.compile("MongoDB on mongodb://localhost:([0-9]+)/ and, for replicaSet=globaldb")
              .matcher(server.readyLine());
      assertThat(mongo.find()).as(server.readyLine()).isTrue();
      try (MongoLink link = MongoLink.toThisMachine(Integer.parseInt(mongo.group(1)))) {
        BsonDocument hello = link.run("admin", new BsonDocument("hello", new BsonInt32(1)));
        assertThat(hello.getBoolean("isWritablePrimary").getValue()).isTrue();
      }
      assertThat(server.metric("mayfly_mongo_sent_bytes_total")).isGreaterThan(100);
      server.stopInOrder();
    }
    try (ServerProcess server = ServerProcess.serve(temporary, "--ephemeral", "--mongo-port=off")) {
      assertThat(server.readyLine()).doesNotContain("MongoDB");
    }
    try (ServerProcess server =
        ServerProcess.launch(temporary, "--ephemeral", "--mongo-bind=0.0.0.0")) {
      List<String> lines = server.linesToTheEnd();
      assertThat(lines).hasSize(1);
      assertThat(lines.get(0)).contains("no user who would have to log in", "MAYFLY_MONGO_USER");
      assertThat(server.exitCode()).isEqualTo(2);
    }
  }

  private static String fetch(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void anEphemeralStoreLeavesNothingAndIsLeftAlone() throws Exception {
    try (ServerProcess server = ServerProcess.serve(temporary, "--ephemeral")) {
      assertThat(left()).hasSize(1);
      Path directory = left().get(0);
      Instant longAgo = Instant.now().minus(Duration.ofHours(1));
      Files.setLastModifiedTime(directory, FileTime.from(longAgo));
      EphemeralDirectory.create(temporary).close();
      assertThat(directory).as("in use by a process that lives").exists();

      server.kill();
      assertThat(directory).as("left behind by a kill").exists();
      Files.setLastModifiedTime(directory, FileTime.from(longAgo));
      EphemeralDirectory.create(temporary).close();
      assertThat(directory).as("of a process that is no more").doesNotExist();
    }
    try (ServerProcess server = ServerProcess.serve(temporary, "--ephemeral")) {
      assertThat(left()).hasSize(1);
      server.stopInOrder();
      assertThat(left()).isEmpty();
    }
  }

  @Test
  void aPortInUseIsSaidInOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = "" + taken.getLocalPort();
      try (ServerProcess server =
          ServerProcess.launch(temporary, "--ephemeral", "--admin-port=" + port)) {
        List<String> lines = server.linesToTheEnd();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains(port, "--admin-port N");
        assertThat(server.exitCode()).isEqualTo(2);
      }
      try (ServerProcess server =
          ServerProcess.launch(temporary, "--ephemeral", "--cosmos-port=" + port)) {
        List<String> lines = server.linesToTheEnd();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains(port, "--cosmos-port N");
        assertThat(server.exitCode()).isEqualTo(2);
      }
      try (ServerProcess server =
          ServerProcess.launch(temporary, "--ephemeral", "--cosmos-direct-port=" + port)) {
        List<String> lines = server.linesToTheEnd();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains(port, "--cosmos-direct-port N");
        assertThat(server.exitCode()).isEqualTo(2);
      }
      try (ServerProcess server =
          ServerProcess.launch(temporary, "--ephemeral", "--mongo-port=" + port)) {
        List<String> lines = server.linesToTheEnd();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0)).contains(port, "is a MongoDB running there?", "--mongo-port N");
        assertThat(server.exitCode()).isEqualTo(2);
      }
      assertThat(left()).isEmpty();
    }
  }

  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(temporary)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("mayfly-ephemeral-"))
          .toList();
    }
  }
}
