package dev.mayfly.testkit.storage;

import dev.mayfly.engine.storage.Decision;
import dev.mayfly.engine.storage.Storage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A point where a call blocks until a test releases it. */
public final class Hold {
  private static final long LIMIT_SECONDS = 60;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  /** Keeps a storage's writer busy on another thread, so that what is submitted meanwhile waits. */
  public static Hold ofWriter(Storage storage) {
    Hold hold = new Hold();
    onAnotherThread(() -> storage.execute(hold.decision()));
    hold.awaitReached();
    return hold;
  }

  /**
   * As {@link #ofWriter}, by a decision that does not wait for its own commit: what is submitted
   * meanwhile finds a group open that it may become part of.
   */
  public static Hold ofGroup(Storage storage) {
    Hold hold = new Hold();
    onAnotherThread(() -> storage.submit(hold.decision(), (result, failure) -> {}));
    hold.awaitReached();
    return hold;
  }

  private Decision<Void> decision() {
    return view -> {
      pass();
      return null;
    };
  }

  private static void onAnotherThread(Runnable action) {
    Thread holder = new Thread(action);
    holder.setDaemon(true);
    holder.start();
  }

  /** Waits until the call has come to this place. */
  public void awaitReached() {
    await(reached, "No call came to the hold");
  }

  public boolean isReached() {
    return reached.getCount() == 0;
  }

  /** Releases the call, also one that has not come yet. */
  public void release() {
    released.countDown();
  }

  /** Called by the held thread. Tests may also call it inside a decision. */
  public void pass() {
    reached.countDown();
    await(released, "The hold was not released");
  }

  private static void await(CountDownLatch latch, String otherwise) {
    try {
      if (!latch.await(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException(otherwise + " within " + LIMIT_SECONDS + " s");
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(otherwise + ": interrupted", interrupted);
    }
  }
}
