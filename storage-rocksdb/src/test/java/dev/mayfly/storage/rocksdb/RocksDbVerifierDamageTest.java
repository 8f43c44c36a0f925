package dev.mayfly.storage.rocksdb;

import dev.mayfly.engine.storage.Storage;
import dev.mayfly.testkit.suite.VerifierDamageSuite;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class RocksDbVerifierDamageTest extends VerifierDamageSuite {
  @TempDir Path temporary;

  @Override
  protected Storage open() {
    return RocksDbStorage.open(temporary.resolve("data"), RocksDbOptions.defaults());
  }

  @Override
  protected Storage reopen(Storage closed) {
    return open();
  }
}
