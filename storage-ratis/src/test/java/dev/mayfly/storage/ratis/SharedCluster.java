package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.GroupListener;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.Await;
import java.util.Arrays;

/** Three replicas that serve many tests, one after another, each of which finds no rows. */
final class SharedCluster implements AutoCloseable {
  private static final byte[] END = new byte[32];

  static {
    Arrays.fill(END, (byte) 0xff);
  }

  private final TestCluster cluster = TestCluster.start(3);

  /** A storage without rows, not started. */
  Storage open(int queueLimit) {
    try (Storage clearing = again(queueLimit)) {
      clearing.start(GroupListener.NONE);
      clearing.execute(new Clear());
    }
    return again(queueLimit);
  }

  /** A storage with the rows that are there, not started. */
  Storage again(int queueLimit) {
    return cluster.leader().replica().anotherStorage(queueLimit);
  }

  /** Another node leads from now on. */
  void passLeadership() {
    Await.until(
        "another node leads",
        () -> {
          TestNode leader = cluster.leader();
          String next = cluster.followers().get(0).id();
          try {
            leader.replica().transferLeadership(next);
            return true;
          } catch (EngineException e) {
            // A follower that is behind for a moment does not take over in time.
            assertThat(e.code()).isEqualTo(ErrorCode.NO_QUORUM);
            return false;
          }
        });
  }

  ReplicaComparison compare() {
    return cluster.leader().replica().compare();
  }

  private static final class Clear implements Decision<Void> {
    @Override
    public Void decide(WriteView view) {
      for (Table table : Table.values()) {
        view.deleteRange(table, new byte[0], END);
      }
      return null;
    }

    @Override
    public boolean exclusive() {
      return true;
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
