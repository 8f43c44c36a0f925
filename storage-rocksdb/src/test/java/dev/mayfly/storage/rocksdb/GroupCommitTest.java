package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.Hold;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** When rows reach the log, in how many steps, and what happens if they cannot. */
class GroupCommitTest extends RocksDbFixture {
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());
  private final AtomicReference<RocksDBException> failure = new AtomicReference<>();
  private RocksDbStorage storage;

  private void open(Durability durability) {
    storage =
        open(
            durability,
            real ->
                (batch, sync) -> {
                  RocksDBException planned = failure.getAndSet(null);
                  if (planned != null) {
                    throw planned;
                  }
                  real.write(batch, sync);
                  events.add("written " + batch.count() + (sync ? " synced" : ""));
                });
  }

  @AfterEach
  void close() {
    storage.close();
  }

  private <R> CompletableFuture<R> submit(Decision<R> decision) {
    CompletableFuture<R> future = new CompletableFuture<>();
    storage.submit(
        decision,
        (result, thrown) -> {
          events.add("completed");
          if (thrown == null) {
            future.complete(result);
          } else {
            future.completeExceptionally(thrown);
          }
        });
    return future;
  }

  private CompletableFuture<Object> submitPut(String key, byte[] value) {
    return submit(
        view -> {
          view.put(Table.ITEMS, bytes(key), value);
          return null;
        });
  }

  private static ErrorCode code(CompletableFuture<?> future) throws Exception {
    Throwable thrown = future.handle((result, caught) -> caught).get(60, TimeUnit.SECONDS);
    return ((EngineException) thrown).code();
  }

  @Test
  void acknowledgementWaitsForTheSync() throws Exception {
    open(Durability.SYNC);
    submitPut("a", bytes("1")).get(60, TimeUnit.SECONDS);
    assertThat(events).containsExactly("written 1 synced", "completed");
    events.clear();
    put(storage, "b", "1");
    events.add("returned");
    assertThat(events).containsExactly("written 1 synced", "returned");
  }

  @Test
  void relaxedWritesAreSyncedOnlyWhereADecisionAsksForIt() {
    open(Durability.RELAXED);
    put(storage, "a", "1");
    storage.execute(
        view -> {
          view.requireSync();
          view.put(Table.ITEMS, bytes("b"), bytes("1"));
          return null;
        });
    put(storage, "c", "1");
    assertThat(events).containsExactly("written 1", "written 1 synced", "written 1");
  }

  @Test
  void decisionsThatWaitTogetherCommitTogether() throws Exception {
    open(Durability.SYNC);
    Hold hold = holdWriter(storage);
    List<CompletableFuture<Object>> all = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      all.add(submitPut("k" + i, bytes("1")));
    }
    hold.release();
    for (CompletableFuture<Object> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    long commits = events.stream().filter(event -> event.startsWith("written")).count();
    // The first group also has the decision that kept the writer waiting.
    assertThat(commits).isEqualTo(3);
    assertThat(events).contains("written 1023 synced", "written 1024 synced", "written 953 synced");
  }

  @Test
  void groupsAreBoundedInBytes() throws Exception {
    open(Durability.SYNC);
    Hold hold = holdWriter(storage);
    List<CompletableFuture<Object>> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(submitPut("k" + i, new byte[1 << 20]));
    }
    hold.release();
    for (CompletableFuture<Object> one : all) {
      one.get(60, TimeUnit.SECONDS);
    }
    assertThat(events).contains("written 4 synced", "written 2 synced");
  }

  @Test
  void rowThatIsWrittenManyTimesInAGroupReachesTheLogOnce() throws Exception {
    open(Durability.SYNC);
    Hold hold = holdWriter(storage);
    CompletableFuture<Object> last = null;
    for (int i = 0; i < 100; i++) {
      last = submitPut("same", bytes(String.valueOf(i)));
    }
    hold.release();
    last.get(60, TimeUnit.SECONDS);
    assertThat(events).contains("written 1 synced");
    assertThat(get(storage, "same")).isEqualTo("99");
  }

  @Test
  void loneBlockingCallerCommitsByHimself() {
    open(Durability.SYNC);
    Thread decider = storage.execute(view -> Thread.currentThread());
    assertThat(decider).isSameAs(Thread.currentThread());
  }

  @Test
  void manyBlockingCallersShareCommits() throws Exception {
    open(Durability.SYNC);
    int threads = 64;
    int each = 40;
    CountDownLatch start = new CountDownLatch(1);
    List<CompletableFuture<Void>> running = new ArrayList<>();
    List<Thread> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      String prefix = "t" + t + "-";
      CompletableFuture<Void> done = new CompletableFuture<>();
      running.add(done);
      Thread thread =
          new Thread(
              () -> {
                try {
                  start.await();
                  for (int i = 0; i < each; i++) {
                    put(storage, prefix + i, "1");
                  }
                  done.complete(null);
                } catch (Throwable thrown) {
                  done.completeExceptionally(thrown);
                }
              });
      all.add(thread);
      thread.start();
    }
    start.countDown();
    for (CompletableFuture<Void> one : running) {
      one.get(60, TimeUnit.SECONDS);
    }
    assertThat(events).hasSizeLessThan(threads * each / 2);
    for (int t = 0; t < threads; t++) {
      assertThat(get(storage, "t" + t + "-" + (each - 1))).isEqualTo("1");
    }
  }

  @Test
  void failedCommitFailsAllOfItsGroupAndNothingElse() throws Exception {
    open(Durability.SYNC);
    put(storage, "a", "1");
    Hold hold = holdWriter(storage);
    CompletableFuture<Object> ownFailure =
        submit(
            view -> {
              throw new EngineException(ErrorCode.BAD_TTL, "before anything was staged");
            });
    CompletableFuture<Object> writer = submitPut("a", bytes("2"));
    CompletableFuture<Object> misled =
        submit(
            view -> {
              assertThat(view.get(Table.ITEMS, bytes("a"))).isEqualTo(bytes("2"));
              throw new EngineException(ErrorCode.ALREADY_EXISTS, "because of a row never kept");
            });
    failure.set(noSpace());
    hold.release();
    assertThat(code(writer)).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(code(ownFailure)).isEqualTo(ErrorCode.BAD_TTL);
    assertThat(code(misled)).isEqualTo(ErrorCode.DISK_FULL);
    assertThat(get(storage, "a")).isEqualTo("1");
    put(storage, "a", "3");
    assertThat(get(storage, "a")).isEqualTo("3");
  }

  @Test
  void errorsOfTheMediumAreDistinguished() {
    open(Durability.SYNC);
    failure.set(noSpace());
    assertFails(ErrorCode.DISK_FULL, () -> put(storage, "a", "1"));
    failure.set(exception(Status.Code.Corruption, Status.SubCode.None));
    assertFails(ErrorCode.CORRUPTED, () -> put(storage, "a", "1"));
    failure.set(exception(Status.Code.IOError, Status.SubCode.None));
    assertFails(ErrorCode.STORAGE_FAILED, () -> put(storage, "a", "1"));
    assertThat(get(storage, "a")).isNull();
  }

  private static RocksDBException noSpace() {
    return exception(Status.Code.IOError, Status.SubCode.NoSpace);
  }

  private static RocksDBException exception(Status.Code code, Status.SubCode subCode) {
    return new RocksDBException("on purpose", new Status(code, subCode, "on purpose"));
  }

  /** Puts a row, names the thread that did, and comes alone. */
  private static final class LonePut implements Decision<Thread> {
    private final String key;

    LonePut(String key) {
      this.key = key;
    }

    @Override
    public Thread decide(WriteView view) {
      view.put(Table.ITEMS, bytes(key), bytes(key));
      return Thread.currentThread();
    }

    @Override
    public boolean inline() {
      return true;
    }
  }

  @Test
  void aLoneDecisionIsCommittedByItsSubmitterWhereNoDiskIsWaitedFor() {
    open(Durability.RELAXED);
    CompletableFuture<Thread> first = submit(new LonePut("a"));
    assertThat(first).isCompletedWithValue(Thread.currentThread());
    // The role is free again, for its own kind and for the writer.
    assertThat(submit(new LonePut("b"))).isCompletedWithValue(Thread.currentThread());
    submitPut("c", bytes("c")).join();
    assertThat(storage.get(Table.ITEMS, bytes("b"))).isEqualTo(bytes("b"));
    assertThat(events)
        .containsExactly(
            "written 1", "completed", "written 1", "completed", "written 1", "completed");
  }

  @Test
  void aLoneDecisionThatFindsTheWriterBusyIsHandedOver() throws Exception {
    open(Durability.RELAXED);
    Hold held = Hold.ofWriter(storage);
    held.awaitReached();
    CompletableFuture<Thread> lone = submit(new LonePut("a"));
    assertThat(lone).isNotDone();
    held.release();
    assertThat(lone.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
  }

  @Test
  void whereACommitWaitsForTheDiskNoSubmitterDoes() throws Exception {
    open(Durability.SYNC);
    CompletableFuture<Thread> lone = submit(new LonePut("a"));
    assertThat(lone.get(20, TimeUnit.SECONDS)).isNotSameAs(Thread.currentThread());
  }
}
