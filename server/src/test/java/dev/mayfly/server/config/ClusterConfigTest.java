package dev.mayfly.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.net.tls.NodeCertificates;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node of a cluster is started with, and what is refused. */
class ClusterConfigTest {
  private static final String PEERS = "n1=127.0.0.1:7001,n2=127.0.0.1:7002";

  @TempDir Path directory;

  private ServerConfig load(Map<Setting, String> more) {
    Map<Setting, String> settings = new HashMap<>();
    settings.put(Setting.DATA, directory.resolve("data").toString());
    settings.put(Setting.CLUSTER, "shop");
    settings.put(Setting.NODE_ID, "n1");
    settings.put(Setting.PEERS, PEERS);
    more.forEach(
        (setting, text) -> {
          if (text.isEmpty()) {
            settings.remove(setting);
          } else {
            settings.put(setting, text);
          }
        });
    return ConfigLoader.load(settings, Optional.empty(), Map.of());
  }

  @Test
  void aNodeKnowsItsPeersAndWhatClientsCallIt() {
    ClusterConfig node = load(Map.of()).cluster().orElseThrow();
    assertThat(node.peerAddress()).isEqualTo("127.0.0.1:7001");
    assertThat(node.clientAddress(27017)).isEqualTo("127.0.0.1:27017");
    assertThat(node.electionTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(
            load(Map.of(Setting.CLUSTER_ADVERTISE, "db1")).cluster().orElseThrow().clientAddress(1))
        .isEqualTo("db1:1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CLUSTER           | ''                              | --cluster NAME
          NODE_ID           | ''                              | needs node-id
          PEERS             | ''                              | needs peers
          NODE_ID           | n3                              | do not name this node
          NODE_ID           | a b                             | node-id is 'a b'
          CLUSTER           | -x                              | cluster is '-x'
          PEERS             | n1=127.0.0.1                    | expected ID=HOST:PORT
          PEERS             | n1=127.0.0.1:0                  | expected ID=HOST:PORT
          PEERS             | n1=127.0.0.1:1,n1=127.0.0.1:2   | twice
          PEERS             | n1=127.0.0.1:1,n2=127.0.0.1:1   | the same address
          PEERS             | n1=192.0.2.1:7001               | mayfly cluster init
          MONGO_REPLICA_SET | rs0                             | leave mongo-replica-set out
          MONGO_COSMOS_PORT | 10255                           | mongo-cosmos-port
          DURABILITY        | relaxed                         | always synced
          MOVABLE_CLOCK     | true                            | movable-clock
          CLUSTER_CERTIFICATES | nowhere                      | there is no
          """)
  void whatDoesNotFitIsRefusedWithAWayOut(Setting setting, String value, String message) {
    assertThatThrownBy(() -> load(Map.of(setting, value)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(message);
  }

  @Test
  void anEphemeralNodeIsRefused() {
    assertThatThrownBy(() -> load(Map.of(Setting.DATA, "", Setting.EPHEMERAL, "true")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("ephemeral");
  }

  @Test
  void aLoneNodeCantJoin() {
    assertThatThrownBy(() -> load(Map.of(Setting.JOIN, "true", Setting.PEERS, "n1=127.0.0.1:7001")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("at least one");
  }

  @Test
  void aNodeOfAnotherMachineNeedsAValidCertificateForItsHost() {
    Path made = NodeCertificates.make(directory, "shop", "n1", List.of("192.0.2.1"), Instant.now());
    Map<Setting, String> remote =
        Map.of(Setting.PEERS, "n1=192.0.2.1:7001", Setting.CLUSTER_CERTIFICATES, made.toString());
    assertThat(load(remote).cluster().orElseThrow().certificates()).contains(made);
    NodeCertificates.make(directory, "shop", "n1", List.of("192.0.2.9"), Instant.now());
    assertThatThrownBy(() -> load(remote)).hasMessageContaining("is not for '192.0.2.1'");
    Instant longAgo = Instant.now().minus(Duration.ofDays(3000));
    NodeCertificates.make(directory, "shop", "n1", List.of("192.0.2.1"), longAgo);
    assertThatThrownBy(() -> load(remote)).hasMessageContaining("is valid from");
    Path other =
        NodeCertificates.make(
            directory.resolve("other"), "x", "n1", List.of("192.0.2.1"), Instant.now());
    assertThatThrownBy(
            () -> {
              java.nio.file.Files.copy(
                  other.resolve(NodeCertificates.AUTHORITY_FILE),
                  made.resolve(NodeCertificates.AUTHORITY_FILE),
                  java.nio.file.StandardCopyOption.REPLACE_EXISTING);
              load(remote);
            })
        .hasMessageContaining("was not signed by the authority");
  }
}
