package dev.mayfly.testkit.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.RowCursor;
import dev.mayfly.engine.storage.Storage;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.engine.storage.WriteView;
import dev.mayfly.testkit.storage.Hold;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A started storage before each test, and the small things that storage tests are made of. */
public abstract class StorageFixture {
  private static final int QUEUE_LIMIT = 100_000;

  protected RecordingListener listener;
  protected Storage storage;

  /** A storage without rows, not started. Called at most a few times in a test. */
  protected abstract Storage open(int queueLimit);

  /** Closes the storage and opens what it left. */
  protected abstract Storage reopen(Storage closing);

  @BeforeEach
  final void openStorage() {
    listener = new RecordingListener();
    storage = open(QUEUE_LIMIT);
    storage.start(listener);
  }

  @AfterEach
  final void closeStorage() {
    storage.close();
  }

  protected final void restart() {
    storage = reopen(storage);
    listener = new RecordingListener();
    storage.start(listener);
  }

  protected static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  protected static String text(byte[] bytes) {
    return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
  }

  protected final String get(String key) {
    return text(storage.get(Table.ITEMS, bytes(key)));
  }

  protected static String get(WriteView view, String key) {
    return text(view.get(Table.ITEMS, bytes(key)));
  }

  protected static void put(WriteView view, String key, String value) {
    view.put(Table.ITEMS, bytes(key), bytes(value));
  }

  protected final void put(String key, String value) {
    storage.execute(
        view -> {
          put(view, key, value);
          return null;
        });
  }

  /** The rows of a range as "key=value". */
  protected static List<String> rows(ReadView view, String from, String to) {
    try (RowCursor cursor = view.cursor(Table.ITEMS, bytes(from), bytes(to))) {
      return rows(cursor);
    }
  }

  protected static List<String> rows(RowCursor cursor) {
    List<String> rows = new ArrayList<>();
    while (cursor.next()) {
      rows.add(text(cursor.key()) + "=" + text(cursor.value()));
    }
    return rows;
  }

  protected final List<String> rows(String from, String to) {
    try (ReadView view = storage.snapshot()) {
      return rows(view, from, to);
    }
  }

  protected final <R> CompletableFuture<R> submit(Decision<R> decision) {
    CompletableFuture<R> future = new CompletableFuture<>();
    storage.submit(
        decision,
        (result, failure) -> {
          if (failure != null) {
            future.completeExceptionally(failure);
          } else {
            future.complete(result);
          }
        });
    return future;
  }

  protected final CompletableFuture<Void> submitPut(String key, String value) {
    return submit(
        view -> {
          put(view, key, value);
          return null;
        });
  }

  protected static <R> R outcome(CompletableFuture<R> future) {
    try {
      return future.get(60, TimeUnit.SECONDS);
    } catch (Exception exception) {
      throw new AssertionError("The decision did not end well", exception);
    }
  }

  protected static Throwable failure(CompletableFuture<?> future) {
    try {
      future.get(60, TimeUnit.SECONDS);
      throw new AssertionError("The decision did not fail");
    } catch (ExecutionException exception) {
      return exception.getCause();
    } catch (Exception exception) {
      throw new AssertionError("The decision did not end", exception);
    }
  }

  protected static ErrorCode failureCode(CompletableFuture<?> future) {
    if (failure(future) instanceof EngineException exception) {
      return exception.code();
    }
    throw new AssertionError("Not an engine exception", failure(future));
  }

  protected final Hold holdWriter() {
    return Hold.ofWriter(storage);
  }

  protected static <R> Decision<R> exclusive(Function<WriteView, R> decide) {
    return new Decision<>() {
      @Override
      public R decide(WriteView view) {
        return decide.apply(view);
      }

      @Override
      public boolean exclusive() {
        return true;
      }
    };
  }

  protected static void assertFails(ErrorCode code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EngineException.class, exception -> assertThat(exception.code()).isEqualTo(code));
  }
}
