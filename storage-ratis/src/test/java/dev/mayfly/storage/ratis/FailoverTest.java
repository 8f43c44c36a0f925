package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What becomes of writes and reads when the leader, or most nodes, are lost. */
class FailoverTest {
  @Test
  void noAcknowledgedWriteIsLostWhenLeadersAreKilled() throws InterruptedException {
    try (TestCluster cluster = TestCluster.start(3)) {
      cluster.leader();
      Writers writers = new Writers(cluster, 4);
      try (writers) {
        for (int round = 0; round < Rounds.of(1, 20); round++) {
          int before = writers.acknowledged();
          Await.until("writes are acknowledged", () -> writers.acknowledged() > before + 50);
          TestNode leader = cluster.leader();
          cluster.kill(leader.id());
          int then = writers.acknowledged();
          Await.until(
              "writes are acknowledged by another node", () -> writers.acknowledged() > then + 50);
          cluster.startNode(leader.id());
        }
      }
      TestNode leader = cluster.leader();
      writers.requireAllAt(leader);
      ReplicaComparison comparison = leader.replica().compare();
      assertThat(comparison.differences()).isEmpty();
      assertThat(comparison.compared()).containsExactly("n1", "n2", "n3");
      assertThat(comparison.rows()).isGreaterThanOrEqualTo(writers.acknowledged());
    }
  }

  @Test
  @LongTest
  void withoutAMajorityNothingIsAcceptedAndNothingIsRead() throws Exception {
    try (TestCluster cluster = TestCluster.start(3)) {
      TestNode leader = cluster.leader();
      leader.put("a", "1");
      Storage storage = leader.storage();
      List<String> others = cluster.followers().stream().map(TestNode::id).toList();
      others.forEach(cluster::kill);
      int decided = leader.decidedGroups();
      CompletableFuture<Throwable> submitted = submit(storage, "b");
      // Before that, the second one could still become part of the same group.
      Await.until("the first group is complete", () -> leader.decidedGroups() > decided);
      CompletableFuture<Throwable> queued = submit(storage, "c");
      assertThat(code(submitted.get(60, TimeUnit.SECONDS))).isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
      assertThat(code(queued.get(60, TimeUnit.SECONDS))).isEqualTo(ErrorCode.NOT_LEADER);
      // It is closed as soon as the node follows.
      assertThat(writeCode(storage, "d")).isIn(ErrorCode.NOT_LEADER, ErrorCode.CLOSED);
      assertThat(readCode(storage)).isIn(ErrorCode.NOT_LEADER, ErrorCode.CLOSED);
      // What it has may be of any time until it has caught up with another leader.
      assertThat(leader.following()).isNull();
      others.forEach(cluster::startNode);
      TestNode next = cluster.leader();
      assertThat(next.get("a")).isEqualTo("1");
      assertThat(next.get("c")).isNull();
      assertThat(next.get("d")).isNull();
      assertThat(next.replica().compare().isClean()).isTrue();
    }
  }

  @Test
  void leaseEndsBeforeLeadershipDoes() {
    try (TestCluster cluster = TestCluster.start(3)) {
      TestNode leader = cluster.leader();
      Storage storage = leader.storage();
      cluster.followers().stream().map(TestNode::id).toList().forEach(cluster::kill);
      List<ErrorCode> codes = new ArrayList<>();
      Await.until(
          "reads are refused",
          () -> {
            ErrorCode code = readCode(storage);
            codes.add(code);
            return code == ErrorCode.NOT_LEADER || code == ErrorCode.CLOSED;
          });
      // As long as it is not deposed, it can't know; it answers nothing all the same.
      assertThat(codes.subList(codes.indexOf(firstRefusal(codes)), codes.size()))
          .doesNotContainNull();
    }
  }

  private static ErrorCode firstRefusal(List<ErrorCode> codes) {
    return codes.stream().filter(each -> each != null).findFirst().orElseThrow();
  }

  @Test
  void leadershipIsHandedOverAndReadersAndWritersFollow() {
    try (TestCluster cluster = TestCluster.start(3)) {
      TestNode leader = cluster.leader();
      leader.put("a", "1");
      Storage storage = leader.storage();
      String next = cluster.followers().get(0).id();
      leader.replica().transferLeadership(next);
      Await.until("the other one leads", () -> cluster.node(next).isLeading());
      assertThat(readCode(storage)).isIn(ErrorCode.NOT_LEADER, ErrorCode.CLOSED);
      cluster.node(next).put("b", "2");
      assertThat(cluster.node(next).get("a")).isEqualTo("1");
      assertThat(cluster.node(next).term()).isGreaterThan(leader.term());
      Await.until(
          "the old leader has it", () -> leader.following() != null && "2".equals(leader.get("b")));
      // From a node that does not lead, too.
      leader.replica().transferLeadership(leader.id());
      Await.until("it leads again", leader::isLeading);
      assertThat(leader.get("b")).isEqualTo("2");
    }
  }

  @Test
  void allNodesRestartWithWhatTheyHad() {
    try (TestCluster cluster = TestCluster.start(3)) {
      for (int i = 0; i < 100; i++) {
        cluster.leader().put("k" + i, "v" + i);
      }
      List<String> all = List.copyOf(cluster.peers().keySet());
      all.forEach(cluster::kill);
      all.forEach(cluster::startNode);
      TestNode leader = cluster.leader();
      for (int i = 0; i < 100; i++) {
        assertThat(leader.get("k" + i)).isEqualTo("v" + i);
      }
      leader.put("after", "1");
      assertThat(leader.replica().compare().isClean()).isTrue();
    }
  }

  private static CompletableFuture<Throwable> submit(Storage storage, String key) {
    CompletableFuture<Throwable> ended = new CompletableFuture<>();
    storage.submit(
        view -> {
          view.put(Table.ITEMS, TestNode.bytes(key), TestNode.bytes("1"));
          return null;
        },
        (result, failure) -> ended.complete(failure));
    return ended;
  }

  private static ErrorCode code(Throwable failure) {
    return ((EngineException) failure).code();
  }

  private static ErrorCode writeCode(Storage storage, String key) {
    try {
      TestNode.put(storage, key, "1");
      return null;
    } catch (EngineException e) {
      return e.code();
    }
  }

  private static ErrorCode readCode(Storage storage) {
    try {
      storage.snapshot().close();
      return null;
    } catch (EngineException e) {
      return e.code();
    }
  }
}
