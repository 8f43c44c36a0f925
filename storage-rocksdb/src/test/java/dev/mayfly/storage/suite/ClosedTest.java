package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.Retention;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.feed.FeedStart;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.testkit.suite.Bodies;
import dev.mayfly.testkit.suite.EngineStores;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** A closed engine says so, whatever is asked of it and whoever is in the middle of something. */
@ParameterizedClass(name = "{0}")
@EnumSource(StorageKind.class)
class ClosedTest {
  @Parameter StorageKind storageKind;

  private static final int THREADS = 8;
  private static final ItemKey KEY = ItemKey.of("p", "a");

  private EngineStores stores;
  private Engine engine;
  private Container container;

  @BeforeEach
  final void openEngine() {
    stores = storageKind.stores();
    engine =
        Engine.open(stores.open(), MovableClock.frozenAt(1_767_225_600L), EngineOptions.DEFAULT);
    engine.createDatabase("d");
    container = engine.createContainer("d", definition("c"));
    container.create(KEY, Bodies.of("a"));
  }

  @AfterEach
  final void closeEngine() {
    engine.close();
    stores.close();
  }

  private static ContainerDefinition definition(String name) {
    return ContainerDefinition.named(name)
        .partitionKey("/pk")
        .defaultTtl(100)
        .allVersions(new Retention(100, 1 << 20))
        .expiryEvents(new Retention(100, 1 << 20))
        .build();
  }

  private Map<String, ThrowingCallable> calls() {
    Map<String, ThrowingCallable> calls = new LinkedHashMap<>();
    calls.put("databases", () -> engine.databases());
    calls.put("database", () -> engine.database("d"));
    calls.put("createDatabase", () -> engine.createDatabase("e"));
    calls.put("deleteDatabase", () -> engine.deleteDatabase("d"));
    calls.put("container", () -> engine.container("d", "c"));
    calls.put("containers", () -> engine.containers("d"));
    calls.put("createContainer", () -> engine.createContainer("d", definition("e")));
    calls.put("replaceContainer", () -> engine.replaceContainer("d", definition("c")));
    calls.put("forceReplace", () -> engine.forceReplaceContainer("d", definition("c")));
    calls.put("deleteContainer", () -> engine.deleteContainer("d", "c"));
    calls.put("begin", () -> engine.begin());
    calls.put("confirm", () -> engine.background().confirm());
    calls.put("read", () -> container.read(KEY));
    calls.put("readMany", () -> container.readMany(List.of(KEY)));
    calls.put("scan", () -> container.scan(EpkRange.FULL, null, ReadLimits.DEFAULT));
    calls.put("upsert", () -> container.upsert(KEY, Bodies.of("a")));
    calls.put("delete", () -> container.delete(KEY));
    calls.put("submit", () -> container.submit(WriteRequest.delete(KEY)));
    calls.put("batch", () -> container.batch(List.of(WriteRequest.delete(KEY))));
    calls.put("deletePartition", () -> container.deletePartition(PartitionKey.of("p")));
    FeedStart start = FeedStart.beginning();
    calls.put("changes", () -> container.changes(start, EpkRange.FULL, ReadLimits.DEFAULT));
    calls.put("versions", () -> container.allVersions(start, EpkRange.FULL, ReadLimits.DEFAULT));
    calls.put("expiries", () -> container.expiries(start, ReadLimits.DEFAULT));
    calls.put("live", () -> container.live());
    calls.put("backlog", () -> container.metrics().backlog());
    calls.put("backlogAge", () -> container.metrics().backlogAgeSeconds());
    calls.put("forecast", () -> container.metrics().forecast(1, 2));
    calls.put("dryRun", () -> container.metrics().dryRun(1));
    calls.put("purgeNow", () -> container.maintenance().purge(1));
    return calls;
  }

  @Test
  void everythingAskedOfAClosedEngineFailsWithClosed() {
    container.live();
    engine.close();
    calls().forEach(ClosedTest::assertClosed);
    engine.close();
  }

  @Test
  void anOpenTransactionIsClosedToo() {
    try (Transaction transaction = engine.begin()) {
      transaction.write(container, WriteRequest.upsert(KEY, Bodies.of("a")));
      engine.close();
      assertClosed("read", () -> transaction.read(container, KEY));
      assertClosed("commit", transaction::commit);
    }
  }

  @Test
  void whoWaitsForAChangeIsWoken() throws Exception {
    byte[] end =
        container.changes(FeedStart.now(), EpkRange.FULL, ReadLimits.DEFAULT).continuation();
    CompletableFuture<Void> change = container.awaitChange(end);
    assertThat(change).isNotDone();
    engine.close();
    change.get(60, TimeUnit.SECONDS);
  }

  private static void assertClosed(String name, ThrowingCallable call) {
    assertThatThrownBy(call)
        .as(name)
        .isInstanceOfSatisfying(
            EngineException.class, e -> assertThat(e.code()).as(name).isEqualTo(ErrorCode.CLOSED));
  }

  @RepeatedTest(5)
  void closingInTheMiddleOfEverythingEndsEverybodyWithClosed() throws Exception {
    List<CompletableFuture<Throwable>> ends = new ArrayList<>();
    CountDownLatch busy = new CountDownLatch(THREADS * 20);
    for (int i = 0; i < THREADS; i++) {
      CompletableFuture<Throwable> end = new CompletableFuture<>();
      ends.add(end);
      int number = i;
      Thread thread = new Thread(() -> end.complete(workUntilItFails(number, busy)), "busy-" + i);
      thread.setDaemon(true);
      thread.start();
    }
    assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
    engine.close();
    for (CompletableFuture<Throwable> end : ends) {
      assertThat(end.get(60, TimeUnit.SECONDS))
          .isInstanceOfSatisfying(
              EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED));
    }
  }

  private Throwable workUntilItFails(int number, CountDownLatch busy) {
    AtomicInteger turn = new AtomicInteger();
    try {
      while (true) {
        work(number, turn.incrementAndGet());
        busy.countDown();
      }
    } catch (Throwable thrown) {
      return thrown instanceof CompletionException ? thrown.getCause() : thrown;
    }
  }

  private void work(int number, int turn) {
    ItemKey key = ItemKey.of("p", "i" + number + "-" + turn % 50);
    switch (number) {
      case 0 -> container.read(key);
      case 1 -> container.scan(EpkRange.FULL, null, ReadLimits.items(50));
      case 2 -> container.changes(FeedStart.beginning(), EpkRange.FULL, ReadLimits.items(50));
      case 3 -> container.live();
      // Fewer raises than marks may wait for the purge: the clock stands still here.
      case 4 ->
          engine.replaceContainer(
              "d", container.definition().toBuilder().defaultTtl(1 + turn % 30).build());
      case 5 -> container.submit(WriteRequest.upsert(key, Bodies.of("x"))).join();
      case 6 -> container.batch(List.of(WriteRequest.upsert(key, Bodies.of("x"))));
      default -> container.upsert(key, Bodies.of("x"));
    }
  }
}
