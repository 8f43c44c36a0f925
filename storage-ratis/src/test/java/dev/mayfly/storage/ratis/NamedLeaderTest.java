package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.cluster.ClusterState;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** When nodes say who leads. Clients go there at once, and avoid a node that refuses them. */
class NamedLeaderTest {
  private static final Duration WHILE = Duration.ofSeconds(1);

  /** Takes its time to serve as the leader. */
  private static final class SlowLeader implements RoleListener {
    private final CountDownLatch released;
    private final AtomicInteger elected;

    SlowLeader(CountDownLatch released, AtomicInteger elected) {
      this.released = released;
      this.elected = elected;
    }

    @Override
    public void leading(Storage storage, long term) {
      elected.incrementAndGet();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      storage.start(GroupListener.NONE);
    }

    @Override
    public void following(Storage readOnlyStorage) {}

    @Override
    public void stopped(Throwable reason) {}
  }

  @Test
  void nodesNameALeaderOnceItServes() {
    CountDownLatch released = new CountDownLatch(1);
    AtomicInteger elected = new AtomicInteger();
    List<Replica> replicas = new ArrayList<>();
    try (TestCluster cluster = TestCluster.start(0)) {
      for (int i = 1; i <= 3; i++) {
        cluster.peers().put("n" + i, TestCluster.freeAddress());
      }
      try {
        for (String id : cluster.peers().keySet()) {
          replicas.add(Replica.start(cluster.options(id), new SlowLeader(released, elected)));
        }
        Await.until("a node is elected", () -> elected.get() > 0);
        long end = System.nanoTime() + WHILE.toNanos();
        while (System.nanoTime() - end < 0) {
          assertThat(replicas).allMatch(each -> state(each).leaderId().isEmpty());
          Await.pace(Duration.ofMillis(10));
        }
        released.countDown();
        Await.until(
            "all name the one that leads",
            () -> {
              Optional<String> leader = state(replicas.get(0)).leaderId();
              return leader.isPresent()
                  && replicas.stream().allMatch(each -> state(each).leaderId().equals(leader))
                  && replicas.stream().filter(each -> state(each).isLeader()).count() == 1;
            });
      } finally {
        released.countDown();
        replicas.forEach(Replica::abort);
      }
    }
  }

  private static ClusterState state(Replica replica) {
    return replica.cluster().state();
  }
}
