package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.StorageSuite;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbStorageTest extends StorageSuite {
  @TempDir Path temporary;
  private int opened;

  @Override
  protected Storage open(int queueLimit) {
    opened++;
    return at(queueLimit);
  }

  @Override
  protected Storage reopen(Storage closing) {
    closing.close();
    return at(1000);
  }

  private Storage at(int queueLimit) {
    RocksDbOptions options = RocksDbOptions.defaults().withQueueLimit(queueLimit);
    return RocksDbStorage.open(temporary.resolve("data" + opened), options);
  }
}
