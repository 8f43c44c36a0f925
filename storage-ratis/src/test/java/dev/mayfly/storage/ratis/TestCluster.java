package dev.mayfly.storage.ratis;

import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.testkit.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Replicas on loopback in this process, in directories that are removed in the end. */
final class TestCluster implements AutoCloseable {
  static final Duration ELECTION_TIMEOUT = Duration.ofMillis(1500);
  static final LogTrimming SMALL = new LogTrimming(64 << 10, 200, 0, 256 << 10);

  private final Path root;
  private final Map<String, String> peers = new TreeMap<>();
  private final Map<String, TestNode> nodes = new TreeMap<>();
  private final LogTrimming trimming;
  private final UnaryOperator<ReplicaOptions> changes;

  private TestCluster(int size, LogTrimming trimming, UnaryOperator<ReplicaOptions> changes) {
    try {
      this.root = Files.createTempDirectory(memory(), "mayfly-cluster");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.trimming = trimming;
    this.changes = changes;
    for (int i = 1; i <= size; i++) {
      peers.put("n" + i, freeAddress());
    }
  }

  /** A file system in memory where there is one: what is tested does not hang on power cuts. */
  private static Path memory() throws IOException {
    Path shared = Path.of("/dev/shm");
    return Files.isWritable(shared) ? shared : Files.createTempDirectory("mayfly").getParent();
  }

  static TestCluster start(int size) {
    return start(size, LogTrimming.DEFAULT, UnaryOperator.identity());
  }

  static TestCluster start(int size, LogTrimming trimming, UnaryOperator<ReplicaOptions> changes) {
    TestCluster cluster = new TestCluster(size, trimming, changes);
    cluster.peers.keySet().forEach(cluster::startNode);
    return cluster;
  }

  static String freeAddress() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return "127.0.0.1:" + socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path root() {
    return root;
  }

  Map<String, String> peers() {
    return peers;
  }

  ReplicaOptions options(String id) {
    RocksDbOptions rows =
        RocksDbOptions.defaults()
            .withMemoryBytes(RocksDbOptions.MEMORY_BYTES_MIN * 2)
            .withDiskReserveBytes(0);
    return changes.apply(
        ReplicaOptions.of(root.resolve(id), "test", id, peers)
            .withElectionTimeout(ELECTION_TIMEOUT)
            .withRows(rows));
  }

  TestNode startNode(String id) {
    return startNode(id, options(id));
  }

  TestNode startNode(String id, ReplicaOptions options) {
    TestNode node = new TestNode(id);
    node.start(options, trimming);
    nodes.put(id, node);
    return node;
  }

  TestNode node(String id) {
    return nodes.get(id);
  }

  Collection<TestNode> nodes() {
    return nodes.values();
  }

  List<TestNode> followers() {
    List<TestNode> followers = new ArrayList<>(nodes.values());
    followers.remove(leader());
    return followers;
  }

  /** Ends a node as a crash would: without handing over. */
  void kill(String id) {
    nodes.remove(id).replica().abort();
  }

  /** The node that leads and serves, once there is one. */
  TestNode leader() {
    TestNode[] found = {null};
    Await.until(
        "a leader that serves",
        () -> {
          Optional<TestNode> leading =
              nodes.values().stream().filter(TestNode::isLeading).findFirst();
          found[0] = leading.orElse(null);
          return leading.isPresent();
        });
    return found[0];
  }

  /** Waits until all nodes have applied the same. */
  void awaitEqual() {
    Await.until(
        "all nodes have applied the same",
        () ->
            nodes.values().stream()
                    .map(node -> node.replica().metrics().appliedIndex())
                    .distinct()
                    .count()
                == 1);
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.replica().abort());
    try {
      ReplicaDirectory.deleteAll(root);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
