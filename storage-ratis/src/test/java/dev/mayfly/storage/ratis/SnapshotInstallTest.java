package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes that come back late, or new, get all rows; the log does not grow for ever. */
@LongTest
class SnapshotInstallTest {
  @TempDir Path temporary;

  private static TestCluster start() {
    return TestCluster.start(3, TestCluster.SMALL, UnaryOperator.identity());
  }

  private static void load(TestNode leader, String prefix, int rows) {
    String value = "v".repeat(4000);
    for (int i = 0; i < rows; i++) {
      leader.put(prefix + i, value);
    }
  }

  @Test
  void nodeThatWasAwayGetsASnapshotAndThenTheLog() {
    try (TestCluster cluster = start()) {
      TestNode leader = cluster.leader();
      String away = cluster.followers().get(0).id();
      leader.put("early", "1");
      cluster.kill(away);
      load(leader, "a", 300);
      Await.until("the log is trimmed", () -> leader.replica().metrics().logTrimmedIndex() > 100);
      TestNode back = cluster.startNode(away);
      Await.until(
          "a snapshot is installed", () -> back.replica().metrics().snapshotsInstalled() > 0);
      load(leader, "b", 20);
      Await.until("it follows", () -> back.following() != null && back.get("b19") != null);
      assertThat(back.get("early")).isEqualTo("1");
      assertThat(back.get("a299")).isNotNull();
      assertThat(leader.replica().compare().isClean()).isTrue();
      cluster.kill(away);
      TestNode again = cluster.startNode(away);
      Await.until("it follows", () -> again.following() != null && again.get("b19") != null);
    }
  }

  @Test
  void newNodeJoinsAndAnOldOneLeaves() {
    try (TestCluster cluster = start()) {
      TestNode leader = cluster.leader();
      load(leader, "a", 200);
      String address = TestCluster.freeAddress();
      cluster.peers().put("n4", address);
      TestNode joined = cluster.startNode("n4", cluster.options("n4").withJoin(true));
      // Any node passes it on to the leader.
      cluster.followers().get(0).replica().addNode("n4", address);
      Await.until("it has all", () -> joined.following() != null && joined.get("a199") != null);
      String leaving = cluster.followers().stream().map(TestNode::id).findFirst().orElseThrow();
      leader.replica().removeNode(leaving);
      leader.put("after", "1");
      assertThat(leader.replica().cluster().state().nodes())
          .hasSize(3)
          .noneMatch(node -> node.id().equals(leaving));
      Await.until("it ended", () -> cluster.node(leaving).stopped() != null);
      cluster.kill(leaving);
      assertThat(leader.replica().compare().isClean()).isTrue();
    }
  }

  @Test
  void backupOfAFollowerOpensAsAStore() {
    try (TestCluster cluster = TestCluster.start(3)) {
      load(cluster.leader(), "a", 50);
      TestNode follower = cluster.followers().get(0);
      Await.until("it has all", () -> follower.following() != null && follower.get("a49") != null);
      Path backup = temporary.resolve("backup");
      follower.replica().backup(backup);
      assertThat(RocksDbStorage.isBackup(backup)).isTrue();
      Path restored = temporary.resolve("restored");
      RocksDbStorage.restore(backup, restored, bytes -> {}, storage -> {});
      try (Storage storage = RocksDbStorage.open(restored, RocksDbOptions.defaults())) {
        assertThat(storage.get(Table.ITEMS, TestNode.bytes("a49"))).isNotNull();
      }
      restoreCluster(backup);
    }
  }

  /** A new cluster begins with one node that has the rows; another one gets them from it. */
  private void restoreCluster(Path backup) {
    Map<String, String> alone = Map.of("m1", TestCluster.freeAddress());
    ReplicaOptions options =
        ReplicaOptions.of(temporary.resolve("m1"), "other", "m1", alone)
            .withElectionTimeout(TestCluster.ELECTION_TIMEOUT);
    Replica.restore(backup, options, storage -> {});
    TestNode first = new TestNode("m1");
    first.start(options, LogTrimming.DEFAULT);
    Await.until("it leads", first::isLeading);
    assertThat(first.get("a49")).isNotNull();
    Map<String, String> both = new TreeMap<>(alone);
    both.put("m2", TestCluster.freeAddress());
    TestNode second = new TestNode("m2");
    second.start(
        ReplicaOptions.of(temporary.resolve("m2"), "other", "m2", both)
            .withElectionTimeout(TestCluster.ELECTION_TIMEOUT)
            .withJoin(true),
        LogTrimming.DEFAULT);
    first.replica().addNode("m2", both.get("m2"));
    Await.until("it has all", () -> second.following() != null && second.get("a49") != null);
    assertThat(first.replica().compare().isClean()).isTrue();
    second.replica().abort();
    first.replica().abort();
  }
}
