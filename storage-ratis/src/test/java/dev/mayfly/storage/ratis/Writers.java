package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes through the leader, and remembers what was acknowledged. */
final class Writers implements AutoCloseable {
  private static final Set<ErrorCode> EXPECTED =
      Set.of(
          ErrorCode.NOT_LEADER, ErrorCode.OUTCOME_UNKNOWN, ErrorCode.NO_QUORUM, ErrorCode.CLOSED);

  private final TestCluster cluster;
  private final Map<String, String> acknowledged = new ConcurrentHashMap<>();
  private final Set<ErrorCode> codes = ConcurrentHashMap.newKeySet();
  private final List<Throwable> others = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicBoolean stop = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();

  Writers(TestCluster cluster, int count) {
    this.cluster = cluster;
    for (int i = 0; i < count; i++) {
      Thread thread = new Thread(this::write);
      threads.add(thread);
      thread.start();
    }
  }

  private void write() {
    while (!stop.get()) {
      String key = "k" + next.incrementAndGet();
      Storage storage =
          cluster.nodes().stream()
              .map(TestNode::storage)
              .filter(each -> each != null)
              .findFirst()
              .orElse(null);
      if (storage == null) {
        Await.pace(Duration.ofMillis(5));
        continue;
      }
      try {
        TestNode.put(storage, key, key);
        acknowledged.put(key, key);
      } catch (EngineException e) {
        codes.add(e.code());
        Await.pace(Duration.ofMillis(5));
      } catch (RuntimeException e) {
        synchronized (others) {
          others.add(e);
        }
      }
    }
  }

  int acknowledged() {
    return acknowledged.size();
  }

  /** Everything that was acknowledged is there. */
  void requireAllAt(TestNode node) {
    acknowledged.forEach((key, value) -> assertThat(node.get(key)).isEqualTo(value));
  }

  @Override
  public void close() throws InterruptedException {
    stop.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(others).isEmpty();
    assertThat(EXPECTED).containsAll(codes);
  }
}
