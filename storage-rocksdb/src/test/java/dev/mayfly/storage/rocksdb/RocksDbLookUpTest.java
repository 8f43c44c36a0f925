package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.LookUpSuite;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbLookUpTest extends LookUpSuite {
  @TempDir Path temporary;

  @Override
  protected Storage open(int queueLimit) {
    RocksDbOptions options =
        RocksDbOptions.defaults().withQueueLimit(queueLimit).withDurability(Durability.RELAXED);
    return RocksDbStorage.open(temporary.resolve("data"), options);
  }

  @Override
  protected Storage reopen(Storage closing) {
    closing.close();
    return open(1000);
  }
}
