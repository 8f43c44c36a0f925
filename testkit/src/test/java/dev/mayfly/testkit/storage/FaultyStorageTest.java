package dev.mayfly.testkit.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.suite.RecordingListener;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyStorageTest {
  private static final byte[] KEY = {1};
  private final EngineException planned = new EngineException(ErrorCode.DISK_FULL, "planned");
  private final FaultyStorage storage = new FaultyStorage(new MemoryStorage());

  @BeforeEach
  void start() {
    storage.start(new RecordingListener());
  }

  private void put(int value) {
    storage.execute(
        view -> {
          view.put(Table.META, KEY, new byte[] {(byte) value});
          return null;
        });
  }

  @Test
  void onlyTheChosenCommitFails() {
    storage.failCommit(2, planned);
    put(1);
    assertThatThrownBy(() -> put(2)).isInstanceOf(EngineException.class);
    assertThat(storage.get(Table.META, KEY)).containsExactly(1);
    put(3);
    assertThat(storage.get(Table.META, KEY)).containsExactly(3);
    assertThat(storage.commits()).isEqualTo(3);
  }

  @Test
  void decisionsThatWriteNothingAreNoCommits() {
    storage.failCommit(1, planned);
    assertThat(storage.<Integer>execute(view -> 5)).isEqualTo(5);
    assertThat(storage.commits()).isZero();
    assertThatThrownBy(() -> put(1)).isSameAs(planned);
  }

  @Test
  void onlyTheChosenCallFails() {
    storage.failCall(2, planned);
    assertThat(storage.get(Table.META, KEY)).isNull();
    assertThatThrownBy(storage::snapshot).isSameAs(planned);
    storage.failCall(1, planned);
    CompletableFuture<Throwable> reported = new CompletableFuture<>();
    storage.submit(view -> 1, (result, failure) -> reported.complete(failure));
    assertThat(reported.getNow(null)).isSameAs(planned);
    put(1);
    assertThat(storage.calls()).isEqualTo(4);
  }

  @Test
  void heldCallResumesWhenReleased() throws Exception {
    Hold hold = storage.holdCall(1);
    CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> put(1));
    hold.awaitReached();
    assertThat(storage.get(Table.META, KEY)).isNull();
    assertThat(writing).isNotDone();
    hold.release();
    writing.get(60, TimeUnit.SECONDS);
    assertThat(storage.get(Table.META, KEY)).containsExactly(1);
  }
}
