package dev.mayfly.mongo.driver;

import dev.mayfly.engine.storage.ReadView;
import dev.mayfly.engine.storage.Table;
import dev.mayfly.testkit.storage.ForwardingStorage;
import dev.mayfly.testkit.storage.Hold;
import dev.mayfly.testkit.storage.MemoryStorage;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stops the first thread that reads for a certain method, when it has seen what is there: what
 * others write from then on it does not know.
 */
public final class StoppingStorage extends ForwardingStorage {
  private final AtomicReference<Stop> next = new AtomicReference<>();

  private record Stop(String place, Hold hold) {}

  public StoppingStorage() {
    super(new MemoryStorage());
  }

  /**
   * @param place a class and a method of it, as {@code Class.method}
   */
  public Hold stopIn(String place) {
    Hold hold = new Hold();
    next.set(new Stop(place, hold));
    return hold;
  }

  @Override
  public byte[] get(Table table, byte[] key) {
    byte[] value = super.get(table, key);
    pass();
    return value;
  }

  @Override
  public ReadView snapshot() {
    ReadView view = super.snapshot();
    pass();
    return view;
  }

  private void pass() {
    Stop stop = next.get();
    if (stop != null && isIn(stop.place()) && next.compareAndSet(stop, null)) {
      stop.hold().pass();
    }
  }

  private static boolean isIn(String place) {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        (frame.getClassName() + "." + frame.getMethodName())
                            .endsWith("." + place)));
  }
}
