package dev.mayfly.storage.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.EngineOptions;
import dev.mayfly.engine.item.WriteRequest;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.Rule;
import dev.mayfly.testkit.suite.Bodies;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The purge in its own thread: fair, quick while idle, never starved (rules C6, C8). */
class PurgeFairnessTest extends EachStorageTest {
  /** Goes on with a background thread and real time. */
  private void withBackground() {
    reopen(EngineOptions.DEFAULT);
  }

  private static void fill(Container c, int count, Object... more) {
    List<CompletableFuture<?>> writes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "a" + i;
      writes.add(c.submit(WriteRequest.upsert(key(id), Bodies.of(id, more))));
      if (writes.size() == 1000) {
        CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
        writes.clear();
      }
    }
    CompletableFuture.allOf(writes.toArray(CompletableFuture[]::new)).join();
  }

  @Test
  @Rule({"C6", "starved-purge"})
  void aHugeBacklogInOneContainerDoesNotStarveAnother() {
    withBackground();
    engine.background().pause();
    Container huge = create(named("huge").defaultTtl(10));
    Container small = create(named("small").defaultTtl(10));
    fill(huge, 30_000);
    fill(small, 3);
    clock.advance(10);
    AtomicLong leftInHuge = new AtomicLong(-1);
    engine.background().resume();
    Await.until(
        "the small backlog",
        () -> {
          long left = huge.metrics().backlog().items();
          boolean done = small.metrics().backlog().items() == 0;
          if (done) {
            leftInHuge.set(left);
          }
          return done;
        });
    assertThat(leftInHuge.get()).as("left of the huge backlog by then").isGreaterThan(10_000);
    Await.until("the huge backlog", () -> huge.metrics().backlog().items() == 0);
  }

  @Test
  @Rule("C8")
  void anIdleEngineDrainsABacklog() {
    withBackground();
    engine.background().pause();
    Container c = container(10);
    fill(c, 30_000);
    clock.advance(10);
    engine.background().resume();
    Await.until("the backlog", () -> c.metrics().backlog().items() == 0);
    // Counted a moment after the backlog is.
    Await.until("the total", () -> c.metrics().purgedItemsTotal() == 30_000);
  }

  @Test
  @Rule({"C8", "G1"})
  void movingTheClockWakesThePurgeAtOnce() {
    withBackground();
    Container c = container(30 * 86_400);
    put(c, "a");
    clock.advance(30L * 86_400);
    Await.until("the purge", () -> c.metrics().purgedItemsTotal() == 1);
  }

  @Test
  @Rule("C8")
  void underSteadyLoadThePurgeYieldsAtFirst() {
    withBackground();
    Container c = container(10);
    fill(c, 20_000);
    put(c, "alive", "ttl", -1);
    try (Load load = new Load(c)) {
      load.awaitRunning();
      clock.advance(10);
      long reads = load.reads();
      Await.until("some load", () -> load.reads() > reads + 20_000);
      assertThat(c.metrics().backlog().items()).as("no patience is lost yet").isGreaterThan(10_000);
    }
    Await.until("the backlog, once idle", () -> c.metrics().backlog().items() == 0);
  }

  @Test
  @Rule("C8")
  void aRoundThatYieldsIsNotCountedAsAPass() {
    withBackground();
    Container c = container(10);
    fill(c, 20_000);
    put(c, "alive", "ttl", -1);
    long passes;
    try (Load load = new Load(c)) {
      load.awaitRunning();
      Await.until("a pass of this second", () -> engine.background().passesTotal() > 0);
      passes = engine.background().passesTotal();
      clock.advance(10);
      long rounds = engine.background().roundsTotal();
      Await.until("rounds that yield", () -> engine.background().roundsTotal() > rounds + 5);
      long left = c.metrics().backlog().items();
      assertThat(engine.background().passesTotal())
          .as("passes, with %s items left", left)
          .isEqualTo(passes);
      assertThat(left).as("no patience is lost yet").isGreaterThan(10_000);
    }
    Await.until("the backlog, once idle", () -> c.metrics().backlog().items() == 0);
    Await.until("the pass", () -> engine.background().passesTotal() == passes + 1);
    long rounds = engine.background().roundsTotal();
    Await.until("more rounds", () -> engine.background().roundsTotal() > rounds + 5);
    assertThat(engine.background().passesTotal()).as("one for each second").isEqualTo(passes + 1);
  }

  @Test
  @Rule("C8")
  void underSteadyLoadAnOldBacklogGetsItsShare() {
    withBackground();
    Container c = container(10);
    fill(c, 10_000);
    put(c, "alive", "ttl", -1);
    try (Load load = new Load(c)) {
      load.awaitRunning();
      // Ten seconds late already: more than the patience of the purge.
      clock.advance(20);
      Await.until("the backlog, under load", () -> c.metrics().backlog().items() == 0);
      assertThat(load.failures()).isZero();
    }
  }

  /** Somebody who reads all the time. */
  private static final class Load implements AutoCloseable {
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Thread thread;

    Load(Container c) {
      thread =
          new Thread(
              () -> {
                while (!stopped.get()) {
                  if (!isThere(c, "alive")) {
                    failures.incrementAndGet();
                  }
                  reads.incrementAndGet();
                }
              });
      thread.setDaemon(true);
      thread.start();
    }

    void awaitRunning() {
      Await.until("the load", () -> reads.get() > 1000);
    }

    long reads() {
      return reads.get();
    }

    long failures() {
      return failures.get();
    }

    @Override
    public void close() {
      stopped.set(true);
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }
}
