package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.StorageSuite;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Every duty of a storage, on three replicas; in the end they are equal. */
class ReplicatedStorageTest extends StorageSuite {
  private static SharedCluster cluster;

  @BeforeAll
  static void startCluster() {
    cluster = new SharedCluster();
  }

  @AfterAll
  static void stopCluster() {
    assertThat(cluster.compare().isClean()).isTrue();
    cluster.close();
  }

  @Override
  protected Storage open(int queueLimit) {
    return cluster.open(queueLimit);
  }

  @Override
  protected Storage reopen(Storage closing) {
    closing.close();
    return cluster.again(1000);
  }
}
