package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.Rounds;
import dev.mayfly.testkit.oracle.OracleSuite;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterAll;

/** Random histories on three replicas; at each restart another node leads. */
class ReplicatedOracleTest extends OracleSuite {
  private static final int QUEUE_LIMIT = 10_000;

  /** A thread lives through one history after another. */
  private static final Map<Thread, SharedCluster> CLUSTERS = new ConcurrentHashMap<>();

  @AfterAll
  static void stopClusters() {
    for (SharedCluster cluster : CLUSTERS.values()) {
      assertThat(cluster.compare().differences()).isEmpty();
      cluster.close();
    }
  }

  @Override
  protected Storage open() {
    return CLUSTERS
        .computeIfAbsent(Thread.currentThread(), thread -> new SharedCluster())
        .open(QUEUE_LIMIT);
  }

  @Override
  protected Storage reopen(Storage storage) {
    storage.close();
    SharedCluster cluster = CLUSTERS.get(Thread.currentThread());
    cluster.passLeadership();
    return cluster.again(QUEUE_LIMIT);
  }

  @Override
  protected int histories() {
    return Rounds.of(4, 20);
  }
}
