package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.LongTest;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A leader whose heartbeats are answered, and whose entries are not acknowledged. */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class StallTest {
  private static final int ATTEMPTS = 10;

  @AfterEach
  void lookNoMore() {
    ArrivingEntries.lookNoMore();
  }

  @Test
  void writeWhoseAcknowledgementsWereLostEndsWell() throws Exception {
    Set<String> reached = ConcurrentHashMap.newKeySet();
    try (FaultyLinks links = new FaultyLinks();
        TestCluster cluster = TestCluster.start(3, LogTrimming.DEFAULT, links::between)) {
      ArrivingEntries.look((follower, request) -> reached.add(follower));
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        TestNode leader = cluster.leader();
        String value = "v" + attempt;
        if (write(leader, value + " before").get(60, TimeUnit.SECONDS) != null) {
          continue;
        }
        cluster.awaitEqual();
        long before = leader.replica().metrics().resends();
        links.loseAnswers();
        reached.clear();
        CompletableFuture<Throwable> write = write(leader, value);
        Await.until("both followers got it", () -> reached.size() == 2 || write.isDone());
        links.renew();
        Throwable failure = write.get(60, TimeUnit.SECONDS);
        // On a busy machine another node may be elected meanwhile, which ends the write, too.
        if (failure == null && leader.replica().metrics().resends() > before) {
          assertThat(cluster.leader().get("lost")).isEqualTo(value);
          return;
        }
      }
      throw new AssertionError("leadership changed in each of " + ATTEMPTS + " attempts");
    }
  }

  @Test
  @LongTest
  void leaderWhoseEntriesAreNeverAcknowledgedStepsDown() throws Exception {
    try (TestCluster cluster = TestCluster.start(3)) {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        TestNode leader = cluster.leader();
        if (write(leader, "before").get(60, TimeUnit.SECONDS) == null && stepsDown(leader)) {
          Await.until(
              "writes are accepted",
              () -> write(cluster.leader(), "after").get(60, TimeUnit.SECONDS) == null);
          cluster.awaitEqual();
          assertThat(cluster.leader().replica().compare().isClean()).isTrue();
          return;
        }
      }
      throw new AssertionError("leadership changed in each of " + ATTEMPTS + " attempts");
    }
  }

  /** Holds back the entries of a leader in its term; false if it lost leadership otherwise. */
  private static boolean stepsDown(TestNode leader) throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    long term = leader.term();
    ArrivingEntries.look(
        (follower, request) -> {
          if (request.getLeaderTerm() == term) {
            released.await();
          }
        });
    try {
      assertThat(write(leader, "held").get(60, TimeUnit.SECONDS)).isNotNull();
      return leader.replica().metrics().stepDowns() > 0;
    } finally {
      released.countDown();
    }
  }

  private static CompletableFuture<Throwable> write(TestNode leader, String value) {
    return CompletableFuture.supplyAsync(
        () -> {
          Storage storage = leader.storage();
          if (storage == null) {
            return LeaderSession.notLeader();
          }
          try {
            TestNode.put(storage, "lost", value);
            return null;
          } catch (EngineException e) {
            return e;
          }
        });
  }

  @Test
  void nodeWhoseRecordWentIntoAnotherTermLeadsAgain() throws Exception {
    try (TestCluster cluster = TestCluster.start(1)) {
      TestNode leader = cluster.leader();
      assertThat(write(leader, "before").get(60, TimeUnit.SECONDS)).isNull();
      LeaderSession session = leader.replica().session();
      byte[] late = LogRecord.encode(LogRecord.Kind.ROWS, session.term() - 1, new byte[0]);
      assertThatThrownBy(() -> session.submit(late))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_LEADER));
      Await.until(
          "it leads again",
          () -> leader.isLeading() && write(leader, "after").get(60, TimeUnit.SECONDS) == null);
      assertThat(leader.term()).isEqualTo(session.term());
      assertThat(leader.replica().session()).isNotSameAs(session);
      assertThat(leader.get("lost")).isEqualTo("after");
    }
  }

  @Test
  void onlyLeadersAreWatched() {
    try (TestCluster cluster = TestCluster.start(3)) {
      for (int round = 0; round < 2; round++) {
        Await.until(
            "the leader is watched, and no other node",
            () ->
                cluster.nodes().stream().anyMatch(TestNode::isLeading)
                    && cluster.nodes().stream()
                        .allMatch(node -> node.replica().isWatched() == node.isLeading()));
        TestNode next = cluster.followers().get(0);
        try {
          next.replica().transferLeadership(next.id());
        } catch (EngineException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.NO_QUORUM);
        }
      }
    }
  }

  @Test
  void writesContinueWhileConnectionsBreakAgainAndAgain() throws Exception {
    Random random = new Random(Seeds.seedOfThreads(StallTest.class));
    try (FaultyLinks links = new FaultyLinks();
        TestCluster cluster = TestCluster.start(3, LogTrimming.DEFAULT, links::between)) {
      cluster.leader();
      List<String> ids = List.copyOf(cluster.peers().keySet());
      List<Consumer<FaultyLinks>> faults =
          List.of(
              FaultyLinks::renew,
              FaultyLinks::renew,
              all -> all.breakTo(ids.get(random.nextInt(ids.size()))),
              all -> {
                all.loseAnswers();
                Await.pace(Duration.ofMillis(random.nextInt(20)));
                all.renew();
              });
      Writers writers = new Writers(cluster, 2);
      try (writers) {
        for (int round = 0; round < Rounds.of(10, 100); round++) {
          for (int fault = random.nextInt(4); fault >= 0; fault--) {
            faults.get(random.nextInt(faults.size())).accept(links);
            Await.pace(Duration.ofMillis(random.nextInt(300)));
          }
          int then = writers.acknowledged();
          Await.until(
              "writes are acknowledged again, round " + round,
              () -> writers.acknowledged() > then + 5);
        }
      }
      TestNode leader = cluster.leader();
      writers.requireAllAt(leader);
      assertThat(leader.replica().compare().differences()).isEmpty();
    }
  }
}
