package dev.mayfly.server.admin;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.clock.MovableClock;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.server.metrics.MetricsSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the admin port acts on: an open store. All methods may be called on any thread. */
public interface AdminTarget extends MetricsSource {
  /** What the store is of; closed with it. */
  Engine engine();

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

  /**
   * Verifies a backup. May take long.
   *
   * @throws dev.mayfly.engine.error.EngineException if there is none in that directory
   */
  CheckResult check(Path directory);

  /**
   * What a verification has found.
   *
   * @param first the first problems
   */
  record CheckResult(long rows, long problems, List<String> first) {
    public CheckResult {
      first = List.copyOf(first);
    }
  }

  /** The partition key ranges of a container. */
  PartitionKeyRanges ranges(String database, String container);

  /**
   * Replaces a partition key range by its two halves.
   *
   * @throws dev.mayfly.engine.error.EngineException if there is none with that id, or it can't be
   *     split
   */
  PartitionKeyRanges splitRange(String database, String container, int range);

  Health health();

  /** Whether clients should be sent here now. */
  default Health readiness() {
    return health();
  }

  /**
   * @param serving true if reads and writes are answered
   * @param detail what is wrong and what to do, or "ok"
   */
  record Health(boolean serving, String detail) {}
}
