package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listeners for moves of a clock. */
final class MoveListeners {
  private static final Logger LOG = LoggerFactory.getLogger(MoveListeners.class);

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  void add(Runnable listener) {
    listeners.add(requireNonNull(listener, "listener"));
  }

  /**
   * Never called with a clock's lock held: a listener may wait for a thread that reads the clock.
   */
  void moved() {
    for (Runnable listener : listeners) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        // The thread that read the time is not at fault, and the other listeners must be called.
        LOG.error("A listener for clock moves failed", e);
      }
    }
  }
}
