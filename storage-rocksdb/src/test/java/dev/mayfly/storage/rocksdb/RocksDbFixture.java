package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.storage.Hold;
import dev.mayfly.testkit.suite.RecordingListener;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of RocksDB's own promises share. */
abstract class RocksDbFixture {
  @TempDir Path temporary;

  Path data() {
    return temporary.resolve("data");
  }

  RocksDbStorage open() {
    return open(data());
  }

  static RocksDbStorage open(Path directory) {
    return open(directory, RocksDbOptions.defaults());
  }

  static RocksDbStorage open(Path directory, RocksDbOptions options) {
    return started(RocksDbStorage.open(directory, options));
  }

  RocksDbStorage open(Durability durability, UnaryOperator<BatchCommitter> wrapping) {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(durability);
    return started(RocksDbStorage.open(data(), options, wrapping));
  }

  private static RocksDbStorage started(RocksDbStorage storage) {
    storage.start(new RecordingListener());
    return storage;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static void put(Storage storage, String key, String value) {
    put(storage, key, bytes(value));
  }

  static void put(Storage storage, String key, byte[] value) {
    storage.execute(
        view -> {
          view.put(Table.ITEMS, bytes(key), value);
          return null;
        });
  }

  static String get(Storage storage, String key) {
    byte[] value = storage.get(Table.ITEMS, bytes(key));
    return value == null ? null : new String(value, StandardCharsets.UTF_8);
  }

  /** Keeps the writer busy until released. */
  static Hold holdWriter(Storage storage) {
    Hold hold = new Hold();
    storage.submit(
        view -> {
          hold.pass();
          return null;
        },
        (result, failure) -> {});
    hold.awaitReached();
    return hold;
  }

  static EngineException assertFails(ErrorCode code, ThrowingCallable call) {
    EngineException[] caught = new EngineException[1];
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EngineException.class,
            exception -> {
              assertThat(exception.code()).as(exception.getMessage()).isEqualTo(code);
              caught[0] = exception;
            });
    return caught[0];
  }
}
