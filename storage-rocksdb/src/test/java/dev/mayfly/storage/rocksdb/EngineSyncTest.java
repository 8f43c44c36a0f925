package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteOutcome;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.testkit.storage.Hold;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the engine acknowledges was synced before; what nobody relies on is not waited for. */
class EngineSyncTest extends RocksDbFixture {
  private static final ItemKey KEY = ItemKey.of("p", "a");

  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<Hold> hold = new AtomicReference<>();
  private final MovableClock clock = MovableClock.frozenAt(1_767_225_600L);
  private Engine engine;
  private Container container;

  private void openEngine(Durability durability) {
    RocksDbOptions options = RocksDbOptions.defaults().withDurability(durability);
    RocksDbStorage storage =
        RocksDbStorage.open(
            data(),
            options,
            real ->
                (batch, sync) -> {
                  real.write(batch, sync);
                  Hold holding = hold.getAndSet(null);
                  if (holding != null) {
                    holding.pass();
                  }
                  events.add(sync ? "synced" : "written");
                });
    engine = Engine.open(storage, clock, EngineOptions.DEFAULT.withoutBackground());
    engine.createDatabase("d");
    container =
        engine.createContainer(
            "d", ContainerDefinition.named("c").partitionKey("/pk").defaultTtl(10).build());
    events.clear();
  }

  @AfterEach
  void closeEngine() {
    engine.close();
  }

  @Test
  void noWriteIsAcknowledgedBeforeItsSyncHasReturned() throws Exception {
    openEngine(Durability.SYNC);
    Hold syncing = new Hold();
    hold.set(syncing);
    CompletableFuture<WriteOutcome> write =
        container
            .submit(WriteRequest.create(KEY, Bodies.of("a")))
            .whenComplete((outcome, failure) -> events.add("completed"));
    syncing.awaitReached();
    assertThat(write).isNotDone();
    syncing.release();
    write.get(60, TimeUnit.SECONDS);
    assertThat(events).containsExactly("synced", "completed");
  }

  @Test
  void everyKindOfAcknowledgedWriteIsSynced() {
    openEngine(Durability.SYNC);
    List<Runnable> writes =
        List.of(
            () -> container.create(KEY, Bodies.of("a")),
            () -> container.replace(KEY, Bodies.of("a", "x", 1)),
            () -> container.batch(List.of(WriteRequest.upsert(KEY, Bodies.of("a")))),
            () -> container.delete(KEY),
            () -> container.deletePartition(KEY.partitionKey()),
            () ->
                engine.replaceContainer(
                    "d", container.definition().toBuilder().defaultTtl(5).build()),
            () -> engine.createDatabase("e"),
            () -> engine.deleteDatabase("e"));
    for (Runnable write : writes) {
      events.clear();
      write.run();
      assertThat(events).as("write " + writes.indexOf(write)).isNotEmpty().endsWith("synced");
    }
  }

  @Test
  void thePurgeDoesNotWaitForSyncs() {
    openEngine(Durability.SYNC);
    container.create(KEY, Bodies.of("a"));
    clock.advance(10);
    events.clear();
    assertThat(container.maintenance().purge(10)).isEqualTo(1);
    assertThat(events).isNotEmpty().doesNotContain("synced");
  }

  @Test
  void relaxedWritesAreNotSynced() {
    openEngine(Durability.RELAXED);
    container.create(KEY, Bodies.of("a"));
    assertThat(events).containsExactly("written");
  }
}
