package dev.mayfly.server.admin;

import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.server.metrics.MetricsSource;
import java.nio.file.Path;
import java.util.Optional;

/** What the admin port acts on: an open store. All methods may be called on any thread. */
public interface AdminTarget extends MetricsSource {
  /**
   * The same clock, where it may be moved (rule G1); empty unless the server was started with
   * --movable-clock.
   */
  Optional<MovableClock> movableClock();

  /** From now on nothing is deleted physically; what clients see does not change (rule B3). */
  void pausePurge();

  void resumePurge();

  /** A person has seen that the restored data and the clock are right (rule C9). */
  void confirmPurge();

  /**
   * Copies the store to a directory that does not exist yet, while it is in use. May take long.
   *
   * @throws dev.mayfly.engine.error.EngineException if it can't be done
   */
  void backup(Path directory);

  Health health();

  /**
   * @param serving true if reads and writes are answered
   * @param detail what is wrong and what to do, or "ok"
   */
  record Health(boolean serving, String detail) {}
}
