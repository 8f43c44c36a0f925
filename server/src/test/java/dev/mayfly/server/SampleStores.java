package dev.mayfly.server;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.clock.SystemTtlClock;
import dev.mayfly.engine.clock.TtlClock;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.TtlReading;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.bson.BsonBinaryWriter;
import org.bson.io.BasicOutputBuffer;

/** Stores to begin with: a front end that could write them over the network comes later. */
final class SampleStores {
  static final String DATABASE = "shop";
  static final String CONTAINER = "carts";

  /** Seconds that an item lives. */
  static final int DEFAULT_SECONDS = 3600;

  private SampleStores() {}

  /** A store with so many items that live for an hour, and nothing else. */
  static void write(Path directory, int items) {
    write(directory, new SystemTtlClock(), container -> create(container, items));
  }

  /** A store with so many items that expired long ago, imported with their times. */
  static void writeExpired(Path directory, int items) {
    write(
        directory,
        new SystemTtlClock(),
        container -> {
          long longAgo = System.currentTimeMillis() / 1000 - 2 * DEFAULT_SECONDS;
          for (int i = 0; i < items; i++) {
            container.write(new WriteRequest.Import(key(i), body(i), longAgo, TtlReading.STRICT));
          }
        });
  }

  /** A store whose clock stood at that second. */
  static void writeAt(Path directory, long epochSecond, int items) {
    write(directory, MovableClock.frozenAt(epochSecond), container -> create(container, items));
  }

  private static void create(Container container, int items) {
    for (int i = 0; i < items; i++) {
      container.create(key(i), body(i));
    }
  }

  private static void write(Path directory, TtlClock clock, Consumer<Container> writing) {
    RocksDbStorage storage = RocksDbStorage.open(directory, RocksDbOptions.defaults());
    EngineOptions options = EngineOptions.DEFAULT.withoutBackground();
    try (Engine engine = Engine.open(storage, clock, options)) {
      engine.createDatabase(DATABASE);
      writing.accept(
          engine.createContainer(
              DATABASE,
              ContainerDefinition.named(CONTAINER)
                  .partitionKey("/pk")
                  .defaultTtl(DEFAULT_SECONDS)
                  .build()));
    }
  }

  static ItemKey key(int number) {
    return ItemKey.of("p" + number, "i" + number);
  }

  static byte[] body(int number) {
    BasicOutputBuffer buffer = new BasicOutputBuffer();
    try (BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
      writer.writeStartDocument();
      writer.writeString("id", "i" + number);
      writer.writeString("pk", "p" + number);
      writer.writeEndDocument();
    }
    return buffer.toByteArray();
  }
}
