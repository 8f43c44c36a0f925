package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Capability;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.Await;
import dev.mayfly.testkit.storage.FaultyStorage;
import dev.mayfly.testkit.storage.Hold;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every duty of a storage, in the order of its contract. Subclasses say how to open one. */
public abstract class StorageSuite extends StorageRowsSuite {

  @Test
  void decisionsOfManyThreadsRunOneAtATime() throws InterruptedException {
    int threads = 64;
    int each = 50;
    List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      boolean waits = t % 4 != 0;
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  seen.add(waits ? storage.execute(this::count) : outcome(submit(this::count)));
                }
              });
      running.add(thread);
      thread.start();
    }
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(get("count")).isEqualTo(String.valueOf(threads * each));
    Collections.sort(seen);
    assertThat(seen).isEqualTo(IntStream.rangeClosed(1, threads * each).boxed().toList());
  }

  private int count(WriteView view) {
    String old = get(view, "count");
    int next = old == null ? 1 : Integer.parseInt(old) + 1;
    put(view, "count", String.valueOf(next));
    return next;
  }

  @Test
  void decisionsOfOneThreadKeepTheirOrder() {
    List<Integer> completed = Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 500; i++) {
      storage.submit(this::count, (result, failure) -> completed.add(result));
    }
    assertThat(storage.<Integer>execute(this::count)).isEqualTo(501);
    assertThat(completed).isEqualTo(IntStream.rangeClosed(1, 500).boxed().toList());
  }

  @Test
  void laterDecisionsOfAGroupSeeEarlierOnes() {
    Hold hold = holdWriter();
    CompletableFuture<Void> first = submitPut("a", "1");
    CompletableFuture<String> second =
        submit(
            view -> {
              String seen = get(view, "a");
              view.delete(Table.ITEMS, bytes("a"));
              return seen;
            });
    CompletableFuture<String> third = submit(view -> get(view, "a"));
    assertThat(storage.waiting()).isEqualTo(3);
    hold.release();
    outcome(first);
    assertThat(outcome(second)).isEqualTo("1");
    assertThat(outcome(third)).isNull();
    assertThat(storage.waiting()).isZero();
    assertThat(get("a")).isNull();
  }

  @Test
  void decisionThatThrowsLeavesNoTraceAndSparesItsNeighbours() {
    put("old", "1");
    Hold hold = holdWriter();
    CompletableFuture<Void> before = submitPut("a", "1");
    CompletableFuture<Object> failing =
        submit(
            view -> {
              put(view, "a", "2");
              put(view, "b", "2");
              view.delete(Table.ITEMS, bytes("old"));
              throw new EngineException(ErrorCode.PRECONDITION_FAILED, "on purpose");
            });
    CompletableFuture<Object> dying =
        submit(
            view -> {
              put(view, "c", "2");
              throw new StackOverflowError("on purpose");
            });
    CompletableFuture<String> after =
        submit(view -> get(view, "a") + get(view, "b") + get(view, "c") + get(view, "old"));
    hold.release();
    outcome(before);
    assertThat(failureCode(failing)).isEqualTo(ErrorCode.PRECONDITION_FAILED);
    assertThat(failure(dying)).isInstanceOf(StackOverflowError.class);
    assertThat(outcome(after)).isEqualTo("1nullnull1");
    assertThat(rows("a", "z")).containsExactly("a=1", "old=1");
  }

  @Test
  void failuresReachTheBlockingCaller() {
    assertFails(
        ErrorCode.BAD_TTL,
        () ->
            storage.execute(
                view -> {
                  throw new EngineException(ErrorCode.BAD_TTL, "on purpose");
                }));
    assertThatThrownBy(
            () ->
                storage.execute(
                    view -> {
                      throw new UnsupportedOperationException("on purpose");
                    }))
        .isInstanceOf(UnsupportedOperationException.class);
    put("a", "1");
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void listenerIsCalledInOrderAndItsRowsAreCommittedWithTheGroup() {
    listener.atBegin(view -> put(view, "begin", "1"));
    listener.atEnd(view -> put(view, "end", get(view, "a") + get(view, "begin")));
    CompletableFuture<Void> reported = new CompletableFuture<>();
    storage.submit(
        view -> {
          listener.note("decide");
          put(view, "a", "1");
          return null;
        },
        (result, failure) -> {
          listener.note("complete " + get("a") + get("end"));
          reported.complete(null);
        });
    outcome(reported);
    assertThat(listener.events())
        .containsExactly("begin", "decide", "end", "committed", "complete 111");
  }

  @Test
  void groupThatWroteNothingIsAbandonedYetAnswered() {
    listener.atBegin(view -> put(view, "begin", "1"));
    assertThat(storage.<String>execute(view -> "answer")).isEqualTo("answer");
    assertThat(storage.<Object>execute(view -> null)).isNull();
    assertThat(listener.events()).containsExactly("begin", "abandoned", "begin", "abandoned");
    assertThat(get("begin")).isNull();
  }

  @Test
  void listenerThatThrowsFailsTheWholeGroup() {
    EngineException onPurpose = new EngineException(ErrorCode.CLOCK_BEHIND, "on purpose");
    listener.atBegin(
        view -> {
          throw onPurpose;
        });
    assertFails(ErrorCode.CLOCK_BEHIND, () -> put("a", "1"));
    listener.atBegin(view -> {});
    listener.atEnd(
        view -> {
          put(view, "end", "1");
          throw onPurpose;
        });
    assertFails(ErrorCode.CLOCK_BEHIND, () -> put("b", "1"));
    assertThat(listener.events())
        .containsExactly("begin", "abandoned", "begin", "end", "abandoned");
    listener.atEnd(view -> {});
    put("c", "1");
    assertThat(rows("a", "z")).containsExactly("c=1");
  }

  @Test
  void exclusiveDecisionIsAGroupOfItsOwn() {
    Hold hold = holdWriter();
    listener.forget();
    CompletableFuture<Void> before = submitPut("a", "1");
    CompletableFuture<List<String>> alone =
        submit(
            exclusive(
                view -> {
                  listener.note("exclusive");
                  try (RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
                    List<String> rows = rows(cursor);
                    put(view, "b", "1");
                    return rows;
                  }
                }));
    CompletableFuture<Void> after = submitPut("c", "1");
    hold.release();
    outcome(before);
    assertThat(outcome(alone)).containsExactly("a=1");
    outcome(after);
    List<String> events = listener.events();
    int at = events.indexOf("exclusive");
    assertThat(events.get(at - 1)).isEqualTo("begin");
    assertThat(events.subList(at + 1, at + 3)).containsExactly("end", "committed");
    assertThat(listener.count("committed")).isEqualTo(3);
  }

  @Test
  void writeViewKeepsToItsRules() {
    AtomicReference<WriteView> kept = new AtomicReference<>();
    put("a", "1");
    storage.execute(
        view -> {
          kept.set(view);
          assertThatThrownBy(() -> view.cursor(Table.ITEMS, bytes("a"), bytes("b")))
              .isInstanceOf(IllegalStateException.class);
          assertThatThrownBy(() -> view.deleteRange(Table.ITEMS, bytes("a"), bytes("b")))
              .isInstanceOf(IllegalStateException.class);
          return null;
        });
    assertThatThrownBy(() -> kept.get().get(Table.ITEMS, bytes("a")))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> kept.get().put(Table.ITEMS, bytes("a"), bytes("b")))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void cursorOfADecisionDoesNotShowItsOwnWrites() {
    put("a", "1");
    storage.execute(
        exclusive(
            view -> {
              put(view, "b", "1");
              try (RowCursor rows = view.cursor(Table.ITEMS, bytes("a"), bytes("c"))) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.key()).isEqualTo(bytes("a"));
                assertThat(rows.next()).isFalse();
              }
              return null;
            }));
  }

  @Test
  void cursorOfADecisionEndsWithIt() {
    put("a", "1");
    RowCursor left =
        storage.execute(exclusive(view -> view.cursor(Table.ITEMS, bytes("a"), bytes("b"))));
    assertThatThrownBy(left::next).isInstanceOf(RuntimeException.class);
    left.close();
  }

  @Test
  void completionsMayThrowAndMaySubmitButNotWait() {
    CompletableFuture<Throwable> waited = new CompletableFuture<>();
    CompletableFuture<Object> followed = new CompletableFuture<>();
    storage.submit(
        view -> 1,
        (result, failure) -> {
          try {
            storage.execute(view -> 2);
          } catch (IllegalStateException expected) {
            waited.complete(expected);
          }
          storage.submit(view -> 3, (next, failed) -> followed.complete(next));
          throw new EngineException(ErrorCode.BAD_REQUEST, "on purpose: completions may throw");
        });
    assertThat(outcome(waited)).hasMessageContaining("must not");
    assertThat(outcome(followed)).isEqualTo(3);
    put("a", "1");
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void chainOfCompletionsThatSubmitDoesNotPileUp() {
    CompletableFuture<Integer> end = new CompletableFuture<>();
    chain(20_000, end);
    assertThat(outcome(end)).isZero();
  }

  private void chain(int left, CompletableFuture<Integer> end) {
    storage.submit(
        view -> left,
        (result, failure) -> {
          if (result > 0) {
            chain(result - 1, end);
          } else {
            end.complete(result);
          }
        });
  }

  @Test
  void interruptDoesNotDisturbADecision() {
    Thread.currentThread().interrupt();
    put("a", "1");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void fullQueueAnswersOverloaded() {
    storage.close();
    storage = open(4);
    storage.start(listener);
    Hold hold = holdWriter();
    List<CompletableFuture<Void>> accepted = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      accepted.add(submitPut("k" + i, "1"));
    }
    CompletableFuture<Void> refused = submitPut("k4", "1");
    assertThat(failureCode(refused)).isEqualTo(ErrorCode.OVERLOADED);
    assertThat(storage.waiting()).isEqualTo(4);
    hold.release();
    accepted.forEach(StorageFixture::outcome);
    outcome(submitPut("k5", "1"));
    assertThat(rows("k", "l")).containsExactly("k0=1", "k1=1", "k2=1", "k3=1", "k5=1");
  }

  @Test
  void failedCommitFailsTheGroupWholeAndReadsGoOn() {
    FaultyStorage faulty = wrap();
    put("a", "1");
    faulty.failCommit(1, new EngineException(ErrorCode.DISK_FULL, "on purpose"));
    assertFails(ErrorCode.DISK_FULL, () -> put("a", "2"));
    assertThat(listener.events().subList(3, 6)).containsExactly("begin", "end", "abandoned");
    assertThat(get("a")).isEqualTo("1");
    assertThat(rows("a", "z")).containsExactly("a=1");
    put("a", "3");
    assertThat(get("a")).isEqualTo("3");
  }

  @Test
  void nothingIsSeenBeforeTheCommit() {
    FaultyStorage faulty = wrap();
    Hold hold = faulty.holdCommit(1);
    Thread thread = new Thread(() -> put("a", "1"));
    thread.start();
    hold.awaitReached();
    assertThat(get("a")).isNull();
    assertThat(rows("a", "z")).isEmpty();
    hold.release();
    outcome(CompletableFuture.runAsync(() -> join(thread)));
    assertThat(get("a")).isEqualTo("1");
  }

  @Test
  void lostAcknowledgementLeavesTheRows() {
    FaultyStorage faulty = wrap();
    faulty.loseAcknowledgement(1, new EngineException(ErrorCode.STORAGE_FAILED, "on purpose"));
    assertFails(ErrorCode.STORAGE_FAILED, () -> put("a", "1"));
    assertThat(get("a")).isEqualTo("1");
    faulty.loseAcknowledgement(1, new EngineException(ErrorCode.STORAGE_FAILED, "on purpose"));
    assertThat(failureCode(submitPut("b", "1"))).isEqualTo(ErrorCode.STORAGE_FAILED);
    assertThat(get("b")).isEqualTo("1");
    outcome(submitPut("c", "1"));
  }

  private FaultyStorage wrap() {
    storage.close();
    listener = new RecordingListener();
    FaultyStorage faulty = new FaultyStorage(open(100));
    faulty.start(listener);
    storage = faulty;
    return faulty;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException exception) {
      throw new AssertionError(exception);
    }
  }

  @Test
  void acceptedDecisionsAreCommittedByClose() {
    Hold hold = holdWriter();
    List<CompletableFuture<Void>> accepted = new ArrayList<>();
    for (int i = 10; i < 60; i++) {
      accepted.add(submitPut("k" + i, "1"));
    }
    CompletableFuture<Void> restarting = CompletableFuture.runAsync(this::restart);
    hold.release();
    outcome(restarting);
    accepted.forEach(StorageFixture::outcome);
    assertThat(rows("k", "l")).hasSize(50);
  }

  @Test
  void everyCallFailsAfterClose(@TempDir Path directory) {
    put("a", "1");
    ReadView view = storage.snapshot();
    RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("b"));
    cursor.next();
    storage.close();
    storage.close();
    byte[] key = bytes("a");
    assertFails(ErrorCode.CLOSED, () -> storage.get(Table.ITEMS, key));
    assertFails(ErrorCode.CLOSED, storage::snapshot);
    assertFails(ErrorCode.CLOSED, storage::capabilities);
    assertFails(ErrorCode.CLOSED, storage::waiting);
    assertFails(ErrorCode.CLOSED, storage::sizeOnDiskBytes);
    assertFails(ErrorCode.CLOSED, () -> storage.execute(write -> 1));
    assertFails(ErrorCode.CLOSED, () -> storage.submit(write -> 1, (result, failure) -> {}));
    assertFails(ErrorCode.CLOSED, () -> storage.backup(directory.resolve("backup")));
    assertFails(ErrorCode.CLOSED, () -> storage.start(new RecordingListener()));
    assertFails(ErrorCode.CLOSED, () -> view.get(Table.ITEMS, key));
    assertFails(ErrorCode.CLOSED, () -> view.cursor(Table.ITEMS, key, key));
    assertFails(ErrorCode.CLOSED, cursor::next);
    assertFails(ErrorCode.CLOSED, cursor::key);
    cursor.close();
    view.close();
  }

  @Test
  void closeBesideReadersAndWritersEndsThemCleanly() {
    for (int round = 0; round < 5; round++) {
      List<CompletableFuture<Void>> busy = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        String key = "k" + i;
        busy.add(CompletableFuture.runAsync(() -> useUntilClosed(key)));
      }
      Await.until("the first row", () -> get("k0") != null);
      storage.close();
      busy.forEach(StorageFixture::outcome);
      storage = open(100);
      storage.start(new RecordingListener());
    }
  }

  private void useUntilClosed(String key) {
    Storage used = storage;
    try {
      for (long i = 0; ; i++) {
        String value = String.valueOf(i);
        used.execute(
            view -> {
              put(view, key, value);
              return null;
            });
        used.get(Table.ITEMS, bytes(key));
        try (ReadView view = used.snapshot();
            RowCursor cursor = view.cursor(Table.ITEMS, bytes("a"), bytes("z"))) {
          rows(cursor);
        }
      }
    } catch (EngineException exception) {
      assertThat(exception.code()).isEqualTo(ErrorCode.CLOSED);
    }
  }

  @Test
  void startIsDueOnceAndFirst() {
    assertThatThrownBy(() -> storage.start(listener)).isInstanceOf(IllegalStateException.class);
    storage.close();
    storage = open(4);
    assertThatThrownBy(() -> storage.execute(view -> 1)).isInstanceOf(IllegalStateException.class);
    assertThat(get("a")).isNull();
  }

  @Test
  void backupIsRefusedWhereItIsNotACapability(@TempDir Path directory) {
    if (!storage.capabilities().contains(Capability.ONLINE_BACKUP)) {
      assertFails(ErrorCode.NOT_SUPPORTED, () -> storage.backup(directory.resolve("backup")));
    } else {
      storage.backup(directory.resolve("backup"));
      assertThat(directory.resolve("backup")).isNotEmptyDirectory();
    }
  }
}
