package dev.mayfly.net.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two lanes: what is short is not kept waiting by what is long. */
@Timeout(60)
class WorkersTest {
  private final AtomicBoolean stop = new AtomicBoolean();
  private Workers workers = new Workers("test", new WorkLimits(2, 2, 64, 64));

  @AfterEach
  void close() {
    stop.set(true);
    workers.close();
  }

  private static Requester user(String name) {
    return new Requester(new ClientConnection(), name);
  }

  private CompletableFuture<Void> start(Requester from, Runnable task) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    workers.execute(
        from,
        () -> {
          try {
            task.run();
            done.complete(null);
          } catch (RuntimeException | Error e) {
            done.completeExceptionally(e);
          }
        });
    return done;
  }

  private void computeForever() {
    while (!stop.get()) {
      Checkpoint.pass();
    }
  }

  private static void get(CompletableFuture<Void> done) throws Exception {
    done.get(30, TimeUnit.SECONDS);
  }

  @Test
  void shortRequestsAreServedWhileManyLongOnesRun() throws Exception {
    for (int i = 0; i < 20; i++) {
      start(user("a"), this::computeForever);
    }
    for (int i = 0; i < 50; i++) {
      get(start(user("a"), Checkpoint::pass));
      get(start(user("b"), Checkpoint::pass));
    }
  }

  @Test
  void threadsThatWaitKeepNobodyWaiting() throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    List<CompletableFuture<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      waiting.add(
          start(
              user("a"),
              () -> {
                try {
                  held.await();
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              }));
    }
    get(start(user("b"), () -> {}));
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    held.countDown();
    for (CompletableFuture<Void> each : waiting) {
      get(each);
    }
  }

  @Test
  void computationsWithoutCheckpointsKeepNobodyWaiting() throws Exception {
    for (int i = 0; i < 6; i++) {
      start(
          user("a"),
          () -> {
            while (!stop.get()) {
              Thread.onSpinWait();
            }
          });
    }
    get(start(user("b"), () -> {}));
  }

  /** However many connections one user has, another one gets the same part of the time. */
  @Test
  void usersGetEqualPartsOfTheTime() throws Exception {
    LongAdder greedy = new LongAdder();
    LongAdder modest = new LongAdder();
    for (int i = 0; i < 20; i++) {
      start(user("greedy"), () -> count(greedy));
    }
    start(user("modest"), () -> count(modest));
    start(user("modest"), () -> count(modest));
    Await.until("a second of processor time", () -> greedy.sum() + modest.sum() >= 1_000);
    // One of two users; were connections alone to count, it would be one in eleven.
    assertThat(modest.sum()).isBetween(250L, 750L);
  }

  /** Counts milliseconds of processor time. */
  private void count(LongAdder used) {
    while (!stop.get()) {
      long end = cpuNanos() + TimeUnit.MILLISECONDS.toNanos(1);
      while (cpuNanos() < end) {
        Checkpoint.pass();
      }
      used.increment();
    }
  }

  private static long cpuNanos() {
    return java.lang.management.ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Test
  void fewLongRequestsRunAtTheSameTime() throws Exception {
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      all.add(
          start(
              user("a"),
              () -> {
                burn(60);
                // In the long lane by now; nothing pauses within this.
                Checkpoint.withoutPause(
                    () -> {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      burn(20);
                      return inside.decrementAndGet();
                    });
              }));
    }
    for (CompletableFuture<Void> each : all) {
      get(each);
    }
    assertThat(most.get()).isBetween(1, 2);
  }

  private static void burn(long millis) {
    long end = cpuNanos() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (cpuNanos() < end) {
      Checkpoint.pass();
    }
  }

  @Test
  void aLockIsNotHeldByWhoIsPaused() throws Exception {
    Object lock = new Object();
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      start(user("a"), this::computeForever);
      all.add(
          start(
              user("b"),
              () -> {
                synchronized (lock) {
                  Checkpoint.withoutPause(
                      () -> {
                        burn(80);
                        assertThat(Checkpoint.pausedNanos()).isZero();
                        return null;
                      });
                }
              }));
    }
    for (CompletableFuture<Void> each : all) {
      get(each);
    }
  }

  @Test
  void refusedIsWhoHasTooMuchOfItsOwn() throws Exception {
    workers.close();
    workers = new Workers("test", new WorkLimits(1, 1, 8, 8));
    List<CompletableFuture<Void>> longOnes = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      longOnes.add(start(user("greedy"), this::computeForever));
    }
    // One user may have half of all long requests: the fifth is refused when it turns out long.
    assertThatThrownBy(
            () -> CompletableFuture.anyOf(longOnes.toArray(CompletableFuture[]::new)).get())
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(RejectedExecutionException.class)
        .hasMessageContaining("Too many long requests of this user");
    CompletableFuture<Void> other = start(user("modest"), () -> burn(100));
    get(other);
    get(start(user("greedy"), () -> {}));
  }

  @Test
  void whatHasEffectsIsNotRefused() throws Exception {
    workers.close();
    workers = new Workers("test", new WorkLimits(1, 1, 8, 2));
    start(user("a"), this::computeForever);
    List<CompletableFuture<Void>> writes = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      writes.add(
          start(
              user("a"),
              () -> {
                Checkpoint.mustFinish();
                burn(60);
              }));
    }
    for (CompletableFuture<Void> each : writes) {
      get(each);
    }
  }

  @Test
  void noMoreThanAShareOfRequestsWaits() throws Exception {
    workers.close();
    workers = new Workers("test", new WorkLimits(1, 1, 8, 1));
    CountDownLatch held = new CountDownLatch(1);
    AtomicInteger done = new AtomicInteger();
    // More threads than there can be are kept busy, so that what follows waits.
    int threads = new WorkLimits(1, 1, 8, 1).threads();
    for (int i = 0; i < threads; i++) {
      boolean started = false;
      while (!started) {
        try {
          start(user("other" + i), () -> await(held));
          started = true;
        } catch (RejectedExecutionException e) {
          Await.pace(Duration.ofMillis(5));
        }
      }
    }
    Await.pace(Duration.ofMillis(100));
    int accepted = 0;
    for (int i = 0; i < 10; i++) {
      try {
        start(user("greedy"), done::incrementAndGet);
        accepted++;
      } catch (RejectedExecutionException e) {
        assertThat(e).hasMessageContaining("Too many requests of this user are waiting");
      }
    }
    assertThat(accepted).isBetween(1, 4);
    start(user("modest"), done::incrementAndGet);
    held.countDown();
    int all = accepted + 1;
    Await.until("all that were accepted", () -> done.get() >= all);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void requestsOfAClosedConnectionEnd() {
    ClientConnection connection = new ClientConnection();
    CompletableFuture<Void> running = start(new Requester(connection, "a"), this::computeForever);
    connection.close();
    assertThatThrownBy(() -> get(running)).hasCauseInstanceOf(ClientGoneException.class);
  }

  /** No other request yields here, so a paused one would never be scheduled again. */
  @Test
  void pausedRequestsOfAClosedConnectionEndWithoutATurn() throws Exception {
    for (int i = 0; i < 2; i++) {
      start(
          user("a"),
          () ->
              Checkpoint.withoutPause(
                  () -> {
                    computeForever();
                    return null;
                  }));
    }
    ClientConnection connection = new ClientConnection();
    List<CompletableFuture<Void>> left = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      left.add(start(new Requester(connection, "b"), this::computeForever));
    }
    CompletableFuture<Void> stays = start(user("b"), this::computeForever);
    Await.until("all but two are paused", () -> workers.paused() == 21);

    connection.close();

    for (CompletableFuture<Void> each : left) {
      assertThatThrownBy(() -> get(each)).hasCauseInstanceOf(ClientGoneException.class);
    }
    Await.until("the other one is paused", () -> workers.paused() == 1);
    assertThat(stays).isNotDone();
    Await.until("their threads have ended", () -> workers.threads() <= 3 + 2);
  }

  @Test
  void aRequestWhoseClientHasLeftBeforeItStartsEndsAtItsFirstCheckpoint() {
    ClientConnection connection = new ClientConnection();
    connection.close();
    CompletableFuture<Void> late = start(new Requester(connection, "a"), Checkpoint::pass);
    assertThatThrownBy(() -> get(late)).hasCauseInstanceOf(ClientGoneException.class);
  }

  @Test
  void whatIsPausedEndsWhenTheServerStops() throws InterruptedException {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(start(user("a"), this::computeForever));
    }
    Await.until("four paused requests", () -> workers.paused() >= 4);
    workers.close();
    assertThatThrownBy(() -> start(user("a"), () -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(all).filteredOn(CompletableFuture::isCompletedExceptionally).hasSize(4);
  }
}
