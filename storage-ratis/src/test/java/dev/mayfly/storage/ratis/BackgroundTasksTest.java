package dev.mayfly.storage.ratis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.testkit.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BackgroundTasksTest {
  @Test
  void callersDoNotWaitForATaskAndEachKindRunsOnce() {
    CountDownLatch released = new CountDownLatch(1);
    AtomicInteger announced = new AtomicInteger();
    AtomicInteger trimmed = new AtomicInteger();
    try (BackgroundTasks background = new BackgroundTasks("n1")) {
      BackgroundTasks.Task slow =
          () -> {
            announced.incrementAndGet();
            released.await();
          };
      background.run(BackgroundTasks.Kind.ANNOUNCE, slow);
      Await.until("it is under way", () -> announced.get() == 1);
      background.run(BackgroundTasks.Kind.ANNOUNCE, slow);
      background.run(BackgroundTasks.Kind.TRIM, trimmed::incrementAndGet);
      Await.until("another kind is done meanwhile", () -> trimmed.get() == 1);
      assertThat(announced).hasValue(1);
      released.countDown();
      Await.until(
          "it is done again",
          () -> {
            background.run(BackgroundTasks.Kind.ANNOUNCE, slow);
            return announced.get() > 1;
          });
    }
  }

  @Test
  void taskThatFailsIsDoneAgain() {
    AtomicInteger tries = new AtomicInteger();
    try (BackgroundTasks background = new BackgroundTasks("n1")) {
      Await.until(
          "it is tried again",
          () -> {
            background.run(
                BackgroundTasks.Kind.HAND_OVER,
                () -> {
                  tries.incrementAndGet();
                  throw new IllegalStateException("for a test");
                });
            return tries.get() > 1;
          });
    }
    assertThat(tries.get()).isGreaterThan(1);
  }
}
