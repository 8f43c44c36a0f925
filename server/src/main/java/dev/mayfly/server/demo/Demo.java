package dev.mayfly.server.demo;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.storage.rocksdb.Durability;
import dev.mayfly.storage.rocksdb.RocksDbOptions;
import dev.mayfly.storage.rocksdb.RocksDbStorage;
import java.nio.file.Path;
import java.util.Locale;

/** The whole demo: a store is opened, and its three acts are played on it. */
public final class Demo {
  static final String DATABASE = "demo";

  private Demo() {}

  /** Plays on a new store in an empty directory, and closes it. */
  public static void run(Screen screen, Path directory, int manyItems) {
    requireNonNull(screen, "screen");
    MovableClock clock = MovableClock.fromWallClock();
    clock.freeze();
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(Durability.RELAXED);
    try (Engine engine =
        Engine.open(RocksDbStorage.open(directory, options), clock, EngineOptions.DEFAULT)) {
      engine.background().pause();
      engine.createDatabase(DATABASE);
      screen.line(screen.bold("Mayfly: a document database for data that has to die on time"));
      screen.line(
          screen.dim("A real store on this disk, gone when the demo ends. Its clock moves"));
      screen.line(screen.dim("when we say so. Its purge is paused: nothing is deleted for now."));
      screen.line();
      Container events = engine.createContainer(DATABASE, container("events", 3600));
      // The many are written while a person reads the first act.
      try (BulkLoad load = BulkLoad.start(events, manyItems)) {
        new ExpiryAct(screen, engine, clock).play();
        new DefaultChangeAct(screen, engine, clock, load).play();
      }
      new PurgeAct(screen, engine, events).play();
      screen.line();
      screen.line(
          "Now you: " + screen.bold("./mayfly serve --ephemeral --movable-clock") + ", README.md");
    }
  }

  static ContainerDefinition container(String name, Integer defaultTtlSeconds) {
    return ContainerDefinition.named(name)
        .partitionKey("/pk")
        .defaultTtl(defaultTtlSeconds)
        .build();
  }

  static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
