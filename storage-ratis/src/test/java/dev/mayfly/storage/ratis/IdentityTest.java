package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.cluster.ClientAddresses;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.apache.ratis.conf.Parameters;
import org.apache.ratis.protocol.exceptions.TimeoutIOException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may take part in a cluster, and with which directory. */
@LongTest
class IdentityTest {
  @TempDir Path temporary;

  private static EngineException assertFails(ErrorCode code, String text, ThrowingCallable call) {
    EngineException[] caught = new EngineException[1];
    assertThatThrownBy(call)
        .hasMessageContaining(text)
        .isInstanceOfSatisfying(
            EngineException.class,
            e -> {
              assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
              caught[0] = e;
            });
    return caught[0];
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  @Test
  void directoriesAreUsedUnderTheirOwnNamesOnly() throws IOException {
    Path directory = temporary.resolve("node");
    Map<String, String> peers = Map.of("n1", TestCluster.freeAddress());
    ReplicaOptions options = ReplicaOptions.of(directory, "here", "n1", peers);
    TestNode node = new TestNode("n1");
    node.start(options, LogTrimming.DEFAULT);
    assertFails(
        ErrorCode.LOCKED,
        "another process",
        () -> new TestNode("n1").start(options, TestCluster.SMALL));
    Await.until("it leads", node::isLeading);
    node.put("a", "1");
    node.replica().close();
    assertThat(Replica.isReplica(directory)).isTrue();
    assertFails(
        ErrorCode.BAD_REQUEST,
        "that of node n1 of the cluster here",
        () -> Replica.start(ReplicaOptions.of(directory, "there", "n1", peers), node));
    assertFails(
        ErrorCode.BAD_REQUEST,
        "is that of a cluster's node",
        () -> RocksDbStorage.open(directory, RocksDbOptions.defaults()));
    Path single = temporary.resolve("single");
    RocksDbStorage.open(single, RocksDbOptions.defaults()).close();
    assertFails(
        ErrorCode.BAD_REQUEST,
        "that of a single server",
        () -> Replica.start(ReplicaOptions.of(single, "here", "n1", peers), node));
    Path file = directory.resolve("MAYFLY");
    String content = Files.readString(file);
    Files.writeString(file, content.replace("mayfly-replica 1", "mayfly-replica 2"));
    assertFails(ErrorCode.NEWER_FORMAT, "replica format 2", () -> Replica.start(options, node));
    Files.writeString(file, content);
    node.start(options, LogTrimming.DEFAULT);
    Await.until("it leads", node::isLeading);
    assertThat(node.get("a")).isEqualTo("1");
    node.replica().close();
  }

  @Test
  void badOptionsAreRefused() {
    Path directory = temporary.resolve("x");
    Map<String, String> peers = Map.of("n1", "127.0.0.1:1", "n2", "127.0.0.1:2");
    assertFails(
        ErrorCode.BAD_REQUEST,
        "not among the peers",
        () -> ReplicaOptions.of(directory, "c", "n3", peers));
    assertFails(
        ErrorCode.BAD_REQUEST,
        "cluster's name",
        () -> ReplicaOptions.of(directory, "a b", "n1", peers));
    assertFails(
        ErrorCode.BAD_REQUEST,
        "no certificates",
        () -> ReplicaOptions.of(directory, "c", "n1", Map.of("n1", "192.0.2.1:7000")));
    assertFails(
        ErrorCode.BAD_REQUEST,
        "give host:port",
        () -> ReplicaOptions.of(directory, "c", "n1", Map.of("n1", "127.0.0.1")));
    assertFails(
        ErrorCode.BAD_REQUEST,
        "same address",
        () ->
            ReplicaOptions.of(
                directory, "c", "n1", Map.of("n1", "127.0.0.1:1", "n2", "127.0.0.1:1")));
  }

  @Test
  void copiesOfADirectoryAreRefused() throws IOException {
    try (TestCluster cluster = TestCluster.start(3)) {
      TestNode leader = cluster.leader();
      leader.put("a", "1");
      String id = cluster.followers().get(0).id();
      Await.until(
          "its announcement is committed",
          () -> leader.replica().cluster().state().node(id).isPresent() && known(leader, id));
      cluster.kill(id);
      Path copied = temporary.resolve("copy");
      copy(cluster.root().resolve(id), copied);
      TestNode back = cluster.startNode(id);
      Await.until("it follows", () -> back.following() != null && back.get("a") != null);
      Map<String, String> peers = new TreeMap<>(cluster.peers());
      peers.put(id, TestCluster.freeAddress());
      ReplicaOptions again =
          ReplicaOptions.of(copied, "test", id, peers)
              .withElectionTimeout(TestCluster.ELECTION_TIMEOUT);
      // Started twice, from one state: both have been opened as often.
      assertFails(
          ErrorCode.BAD_REQUEST, "Another process runs as node", () -> Replica.start(again, back));
      cluster.kill(id);
      TestNode later = cluster.startNode(id);
      Await.until("it follows", () -> later.following() != null);
      cluster.kill(id);
      TestNode latest = cluster.startNode(id);
      Await.until("the cluster knows of its starts", () -> starts(leader, id) >= 4);
      cluster.kill(id);
      assertThat(latest.stopped()).isNull();
      assertFails(ErrorCode.BAD_REQUEST, "an older copy", () -> Replica.start(again, back));
      ReplicaOptions empty =
          ReplicaOptions.of(temporary.resolve("empty"), "test", id, peers)
              .withElectionTimeout(TestCluster.ELECTION_TIMEOUT);
      assertFails(
          ErrorCode.BAD_REQUEST, "another data directory", () -> Replica.start(empty, back));
    }
  }

  private static boolean known(TestNode node, String id) {
    return starts(node, id) > 0;
  }

  private static long starts(TestNode node, String id) {
    return node.replica().startsOf(id);
  }

  @Test
  void announcedAddressesReachAllNodes() {
    try (TestCluster cluster = TestCluster.start(3)) {
      cluster.leader();
      ClientAddresses addresses =
          new ClientAddresses(
              Optional.of("h:1"), Optional.empty(), Optional.of("h:2"), Optional.of("h:3"));
      cluster.node("n2").replica().announce(addresses);
      for (TestNode node : cluster.nodes()) {
        Await.until(
            "it knows",
            () ->
                node.replica()
                    .cluster()
                    .state()
                    .node("n2")
                    .orElseThrow()
                    .clients()
                    .equals(addresses));
      }
    }
  }

  @Test
  void nodesTrustOnlyWhatTheirAuthoritySigned() {
    TestCertificates authority = new TestCertificates(temporary, "own");
    PeerTls signed = authority.node("node");
    PeerTls unsigned = authority.unsigned("stranger");
    Map<String, PeerTls> files = new TreeMap<>();
    try (TestCluster cluster =
        TestCluster.start(
            3,
            LogTrimming.DEFAULT,
            options -> options.withTls(files.getOrDefault(options.nodeId(), signed)))) {
      cluster.leader().put("a", "1");
      String id = cluster.followers().get(0).id();
      cluster.kill(id);
      files.put(id, unsigned);
      TestNode stranger = cluster.startNode(id);
      TestNode leader = cluster.leader();
      leader.put("b", "2");
      long applied = leader.replica().metrics().appliedIndex();
      Await.until(
          "the leader has asked it in vain",
          () -> leader.replica().metrics().followers().get(id).silentMillis() > 1500);
      assertThat(stranger.replica().metrics().appliedIndex()).isLessThan(applied);
      cluster.kill(id);
      files.remove(id);
      TestNode back = cluster.startNode(id);
      Await.until("it has all", () -> back.following() != null && "2".equals(back.get("b")));
    }
  }

  @Test
  void whyAPeerDoesNotAnswerIsSaidForOperators() {
    IOException refused = new IOException("wrapped", new ConnectException("Connection refused"));
    assertThat(Peers.reason(refused)).isEqualTo("Connection refused");
    assertThat(Peers.reason(new IOException(new SSLHandshakeException("bad_certificate"))))
        .startsWith("bad_certificate: the certificates of both must be made by the same authority");
    assertThat(Peers.reason(new RuntimeException(new TimeoutIOException("after 0.7 s"))))
        .isEqualTo("no answer in time");
  }

  @Test
  void aNodeOfAnotherClusterIsToldApart() throws IOException {
    String address = TestCluster.freeAddress();
    TestNode node = new TestNode("n1");
    node.start(
        ReplicaOptions.of(temporary.resolve("one"), "here", "n1", Map.of("n1", address)),
        LogTrimming.DEFAULT);
    try (PeerLink link =
        new PeerLink("n1", address, RaftSetup.groupId("there"), new Parameters(), 10_000)) {
      assertThatThrownBy(() -> link.ask(new byte[1]))
          .satisfies(
              e ->
                  assertThat(Peers.reason(e))
                      .isEqualTo("it is a node of a cluster with another name"));
    } finally {
      node.replica().close();
    }
  }
}
