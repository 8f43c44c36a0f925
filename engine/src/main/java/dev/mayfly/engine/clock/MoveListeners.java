package dev.mayfly.engine.clock;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who wants to know that a clock was moved. */
final class MoveListeners {
  private static final Logger LOG = LoggerFactory.getLogger(MoveListeners.class);

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

  void add(Runnable listener) {
    listeners.add(requireNonNull(listener, "listener"));
  }

  /** Never called with a clock's lock held: a listener may wait for someone who asks the clock. */
  void moved() {
    for (Runnable listener : listeners) {
      try {
        listener.run();
      } catch (RuntimeException e) {
        // Whoever asked for the time is not to blame, and the other listeners must hear of it.
        LOG.error("A listener for clock moves failed", e);
      }
    }
  }
}
