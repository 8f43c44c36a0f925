package dev.mayfly.storage.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.engine.error.EngineException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallGateTest {
  private final CallGate gate = new CallGate();

  @Test
  void closeWaitsForWhoeverIsInside() throws Exception {
    gate.enter();
    gate.enter();
    CompletableFuture<Void> closing = CompletableFuture.runAsync(gate::close);
    while (gate.tryEnter()) {
      gate.leave();
    }
    gate.leave();
    assertThat(closing).isNotDone();
    gate.leave();
    closing.get(60, TimeUnit.SECONDS);
    assertThatThrownBy(gate::enter).isInstanceOf(EngineException.class);
  }

  @Test
  void interruptedCloserStillWaits() throws Exception {
    gate.enter();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    Thread closer =
        new Thread(
            () -> {
              Thread.currentThread().interrupt();
              gate.close();
              interrupted.complete(Thread.currentThread().isInterrupted());
            });
    closer.start();
    while (gate.tryEnter()) {
      gate.leave();
    }
    assertThat(interrupted).isNotDone();
    gate.leave();
    assertThat(interrupted.get(60, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void manyThreadsInAndOutLeaveItEmpty() throws Exception {
    Thread[] threads = new Thread[100];
    for (int i = 0; i < threads.length; i++) {
      threads[i] =
          new Thread(
              () -> {
                for (int n = 0; n < 1000; n++) {
                  gate.enter();
                  gate.leave();
                }
              });
      threads[i].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    gate.close();
  }
}
