package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Engines on replicas: what followers see, and how time passes from leader to leader. */
class FollowerEngineTest {
  private static final long START = 1_767_225_600L;

  private final AtomicLong realNanos = new AtomicLong();
  private final EngineOptions options =
      EngineOptions.DEFAULT.withoutBackground().withRealTime(realNanos::get);
  private final MovableClock clock = MovableClock.frozenAt(START);
  private final Map<String, EngineNode> nodes = new TreeMap<>();
  private TestCluster cluster;

  private void start(Supplier<TtlClock> clocks) {
    cluster = TestCluster.start(0);
    for (int i = 1; i <= 3; i++) {
      cluster.peers().put("n" + i, TestCluster.freeAddress());
    }
    cluster.peers().keySet().forEach(id -> startNode(id, clocks));
  }

  private void startNode(String id, Supplier<TtlClock> clocks) {
    nodes.put(id, new EngineNode(cluster.options(id), clocks, options));
  }

  @AfterEach
  void stop() {
    nodes.values().forEach(EngineNode::close);
    cluster.close();
  }

  private EngineNode leader() {
    List<EngineNode> found = new ArrayList<>();
    Await.until(
        "a leader",
        () -> {
          nodes.values().stream().filter(EngineNode::leads).forEach(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  private List<Engine> followers() {
    EngineNode leader = leader();
    return nodes.values().stream()
        .filter(node -> node != leader)
        .map(EngineNode::following)
        .toList();
  }

  private static Container container(Engine engine) {
    return engine.container("d", "c");
  }

  private static void put(Container container, String id, Object... properties) {
    container.upsert(ItemKey.of("p", id), Bodies.of(id, properties));
  }

  private static List<String> ids(Container container) {
    return container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT).entries().stream()
        .map(item -> Bodies.id(item.body()))
        .toList();
  }

  /** Waits until a follower has applied all that the leader has committed. */
  private static void catchUp(Engine leader, Engine follower) {
    Await.until("the follower caught up", () -> follower.lastTime() == leader.lastTime());
  }

  @Test
  void followersSeeDefinitionsItemsCountsAndTimeAsTheLeaderCommitsThem() {
    start(() -> clock);
    Engine leader = leader().leading();
    leader.createDatabase("d");
    ContainerDefinition.Builder definition =
        ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(10);
    Container written = leader.createContainer("d", definition.build());
    put(written, "a");
    put(written, "b", "ttl", 3);
    for (Engine follower : followers()) {
      catchUp(leader, follower);
      assertThat(follower.clock().epochSecond()).isEqualTo(START);
      assertThat(ids(container(follower))).containsExactly("a", "b");
      assertThat(container(follower).count()).isEqualTo(2);
      assertThatThrownBy(() -> put(container(follower), "x"))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_LEADER));
    }
    clock.advance(3);
    assertThat(ids(written)).containsExactly("a");
    for (Engine follower : followers()) {
      Await.until("the second arrives", () -> follower.clock().epochSecond() == START + 3);
      assertThat(ids(container(follower))).containsExactly("a");
      assertThat(container(follower).count()).isEqualTo(1);
    }
    leader.background().foldCounts();
    leader.replaceContainer("d", definition.defaultTtl(2).build());
    put(written, "late");
    for (Engine follower : followers()) {
      catchUp(leader, follower);
      assertThat(container(follower).definition().defaultTtl()).isEqualTo(2);
      assertThat(ids(container(follower))).containsExactly("late");
      assertThat(container(follower).count()).isEqualTo(1);
    }
    leader.renameContainer("d", "c", "d", "renamed", false);
    for (Engine follower : followers()) {
      Await.until(
          "the name arrives",
          () -> follower.containers("d").stream().anyMatch(each -> each.name().equals("renamed")));
      assertThat(follower.containers("d")).hasSize(1);
    }
    leader.deleteDatabase("d");
    for (Engine follower : followers()) {
      Await.until("it goes", () -> follower.databases().isEmpty());
    }
  }

  @Test
  void followerThatStartsLaterDoesNotPassOverChangesThatFollow() {
    start(() -> clock);
    Engine leader = leader().leading();
    leader.createDatabase("d");
    Container written =
        leader.createContainer("d", ContainerDefinition.named("c").partitionKey("/pk").build());
    put(written, "a");
    String id =
        nodes.keySet().stream().filter(each -> !nodes.get(each).leads()).findFirst().orElseThrow();
    catchUp(leader, nodes.get(id).following());
    nodes.remove(id).close();
    startNode(id, () -> clock);
    Engine follower = nodes.get(id).following();
    // Not later either: a read at that time, or with a token of it, would be answered too early.
    catchUp(leader, follower);
    Container read = container(follower);
    assertThat(read.reachedLsn()).isEqualTo(written.reachedLsn());
    Page<Item> page = read.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT);
    assertThat(page.entries()).hasSize(1);
    put(written, "b");
    catchUp(leader, follower);
    assertThat(
            read.changes(FeedStart.after(page.continuation()), EpkRange.FULL, ReadLimits.DEFAULT)
                .entries())
        .extracting(item -> Bodies.id(item.body()))
        .containsExactly("b");
    written.delete(ItemKey.of("p", "a"));
    catchUp(leader, follower);
    assertThat(read.reachedLsn()).isEqualTo(written.reachedLsn());
  }

  @Test
  @Rule("B7")
  void whoeverKnowsOfAWriteAtAFollowerJudgesAtItsSecond() throws Exception {
    start(() -> clock);
    Engine leader = leader().leading();
    leader.createDatabase("d");
    Container written =
        leader.createContainer(
            "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(-1).build());
    for (int round = 0; round < Rounds.of(4, 20); round++) {
      put(written, "dying", "ttl", 1);
      List<CompletableFuture<List<String>>> found = new ArrayList<>();
      for (Engine follower : followers()) {
        catchUp(leader, follower);
        Container read = container(follower);
        byte[] end =
            read.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.DEFAULT).continuation();
        // Read by the thread that applies the write, in the very moment in which it is shown.
        found.add(read.awaitChange(end).thenApply(change -> ids(read)));
      }
      clock.advance(1);
      put(written, "later", "round", round);
      for (CompletableFuture<List<String>> each : found) {
        assertThat(each.get(60, TimeUnit.SECONDS)).containsExactly("later");
      }
    }
  }

  @Test
  @Rule("B7")
  void followerThatDoesNotHearItsLeaderRefusesReads() {
    start(() -> clock);
    Engine leader = leader().leading();
    leader.createDatabase("d");
    put(
        leader.createContainer("d", ContainerDefinition.named("c").partitionKey("/pk").build()),
        "a");
    for (Engine follower : followers()) {
      catchUp(leader, follower);
      assertThat(ids(container(follower))).containsExactly("a");
    }
    realNanos.addAndGet(TimeUnit.SECONDS.toNanos(6));
    for (Engine follower : followers()) {
      assertThatThrownBy(() -> ids(container(follower)))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_QUORUM));
    }
    clock.advance(1);
    for (Engine follower : followers()) {
      Await.until("the second arrives", () -> follower.clock().epochSecond() == START + 1);
      assertThat(ids(container(follower))).containsExactly("a");
    }
  }

  @Test
  @Rule("B7")
  void restartedNodeServesOnlyOnceItHasCaughtUp() {
    start(() -> clock);
    Engine leader = leader().leading();
    leader.createDatabase("d");
    Container written =
        leader.createContainer(
            "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(-1).build());
    put(written, "short", "ttl", 3);
    put(written, "long");
    String id =
        nodes.keySet().stream().filter(each -> !nodes.get(each).leads()).findFirst().orElseThrow();
    catchUp(leader, nodes.get(id).following());
    nodes.remove(id).close();
    clock.advance(10);
    put(written, "late");
    assertThat(ids(written)).containsExactly("late", "long");
    List<String> others = List.copyOf(nodes.keySet());
    others.forEach(each -> nodes.remove(each).close());
    // Alone it has the rows of its last moment, and no leader gives it the time.
    startNode(id, () -> clock);
    EngineNode restarted = nodes.get(id);
    Await.pace(Duration.ofSeconds(2));
    others.forEach(each -> startNode(each, () -> clock));
    Await.until("all have a role", () -> restarted.leads() || restarted.hasFollowed());
    assertThat(restarted.secondsFollowed()).allMatch(second -> second >= START + 10);
    Engine shown = restarted.leads() ? restarted.leading() : restarted.following();
    assertThat(ids(container(shown))).containsExactly("late", "long");
  }

  @Test
  @Rule("B7")
  void nodeThatHasLedServesOnlyOnceItHasCaughtUp() {
    start(() -> clock);
    EngineNode first = leader();
    first.leading().createDatabase("d");
    put(
        first
            .leading()
            .createContainer(
                "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(-1).build()),
        "short",
        "ttl",
        3);
    List<String> ids = new ArrayList<>(nodes.keySet());
    ids.removeIf(id -> nodes.get(id) == first);
    CountDownLatch released = new CountDownLatch(1);
    int before = first.secondsFollowed().size();
    try {
      // It learns that another one leads, and nothing of what that one commits.
      ArrivingEntries.look(
          (follower, request) -> {
            if (ids.stream().noneMatch(follower::startsWith)) {
              released.await(60, TimeUnit.SECONDS);
            }
          });
      first.replica().transferLeadership(ids.get(0));
      Await.until("another one leads", () -> ids.stream().anyMatch(id -> nodes.get(id).leads()));
      clock.advance(10);
      put(container(leader().leading()), "late");
      Await.pace(Duration.ofSeconds(1));
      assertThat(first.secondsFollowed()).hasSize(before);
    } finally {
      ArrivingEntries.lookNoMore();
      released.countDown();
    }
    Await.until("it follows", () -> first.secondsFollowed().size() > before || first.leads());
    assertThat(first.secondsFollowed().subList(before, first.secondsFollowed().size()))
        .allMatch(second -> second >= START + 10);
  }

  @Test
  void timeNeverGoesBackFromLeaderToLeader() {
    Map<String, MovableClock> clocks = new TreeMap<>();
    List<Supplier<TtlClock>> made = new ArrayList<>();
    cluster = TestCluster.start(0);
    for (int i = 1; i <= 3; i++) {
      String id = "n" + i;
      cluster.peers().put(id, TestCluster.freeAddress());
      // They differ by less than what a new leader waits for.
      clocks.put(id, MovableClock.tickingFrom(START + i, dev.mayfly.engine.clock.RealTime.SYSTEM));
      made.add(() -> clocks.get(id));
    }
    int next = 0;
    for (String id : cluster.peers().keySet()) {
      startNode(id, made.get(next++));
    }
    Engine first = leader().leading();
    first.createDatabase("d");
    first.createContainer(
        "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(100).build());
    long shown = 0;
    for (int round = 0; round < 2; round++) {
      EngineNode leader = leader();
      put(container(leader.leading()), "r" + round);
      long second = leader.leading().clock().epochSecond();
      assertThat(ids(container(leader.leading()))).hasSize(round + 1);
      assertThat(second).isGreaterThanOrEqualTo(shown);
      shown = second;
      String other =
          nodes.entrySet().stream()
              .filter(entry -> entry.getValue() != leader)
              .map(Map.Entry::getKey)
              .findFirst()
              .orElseThrow();
      leader.replica().transferLeadership(other);
      Await.until("the other one leads", () -> nodes.get(other).leads());
    }
  }

  @Test
  void nodeWithAClockFarBehindDoesNotLead() {
    cluster = TestCluster.start(0);
    cluster.peers().put("n1", TestCluster.freeAddress());
    startNode(
        "n1",
        () -> MovableClock.tickingFrom(START + 1000, dev.mayfly.engine.clock.RealTime.SYSTEM));
    leader().leading().createDatabase("d");
    nodes.remove("n1").close();
    startNode("n1", () -> MovableClock.tickingFrom(START, dev.mayfly.engine.clock.RealTime.SYSTEM));
    Await.until("it refuses", () -> nodes.get("n1").refused() != null);
    assertThat(((EngineException) nodes.get("n1").refused()).code())
        .isEqualTo(ErrorCode.CLOCK_BEHIND);
  }
}
