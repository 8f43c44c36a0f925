package dev.mayfly.storage.suite;

import dev.mayfly.testkit.suite.EngineFixture;
import dev.mayfly.testkit.suite.EngineStores;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the engine that run on each storage. */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
abstract class EachStorageTest extends EngineFixture {
  @Parameter StorageKind storageKind;

  @Override
  protected final EngineStores stores() {
    return storageKind.stores();
  }
}
