package dev.mayfly.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.client.MongoClient;
import com.mongodb.connection.ServerDescription;
import com.mongodb.connection.ServerType;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeDriverTest {
  private final DriverServer server = DriverServer.shared();

  @Test
  void theDriverTakesItForTheMemberOfAReplicaSet() {
    MongoClient client = server.client();

    assertThat(client.getDatabase("admin").runCommand(new Document("ping", 1)).get("ok"))
        .isEqualTo(1.0);

    ServerDescription description = client.getClusterDescription().getServerDescriptions().get(0);
    assertThat(description.getType()).isEqualTo(ServerType.REPLICA_SET_PRIMARY);
    assertThat(description.getMaxWireVersion()).isEqualTo(25);
    assertThat(description.getLogicalSessionTimeoutMinutes()).isEqualTo(30);
  }

  @ParameterizedTest
  @ValueSource(strings = {"snappy", "zlib", "zstd"})
  void messagesAreCompressedInEachWay(String compressor) {
    String address = "mongodb://localhost:" + server.port() + "/?compressors=" + compressor;
    try (MongoClient client = server.client(address)) {
      Document answer =
          client
              .getDatabase("admin")
              .runCommand(new Document("ping", 1).append("comment", "a".repeat(10_000)));

      assertThat(answer.get("ok")).isEqualTo(1.0);
    }
  }

  @Test
  void anUnknownCommandIsRefused() {
    assertThatThrownBy(() -> server.client().getDatabase("x").runCommand(new Document("fly", 1)))
        .isInstanceOfSatisfying(
            MongoCommandException.class,
            e -> {
              assertThat(e.getErrorCode()).isEqualTo(59);
              assertThat(e.getErrorMessage()).isEqualTo("no such command: 'fly'");
              assertThat(e.getErrorCodeName()).isEqualTo("CommandNotFound");
            });
  }
}
