package dev.mayfly.server.metrics;

import dev.mayfly.engine.clock.TtlClock;
import java.util.List;

/** What the metrics are read from: an open store. All methods may be called on any thread. */
public interface MetricsSource {
  /** The clock that TTL goes by. */
  TtlClock clock();

  /** True while an administrator has paused the purge (rule B3). */
  boolean purgePaused();

  /** True while the purge waits for a person after a restore or import (rule C9). */
  boolean purgeAwaitsConfirmation();

  /** Bytes on the medium, approximately. */
  long sizeOnDiskBytes();

  /** Writes that wait to be committed. */
  int waitingWrites();

  /** Requests of users since the server started. */
  long requestsTotal();

  /** One row for each container, as of now. */
  List<ContainerSample> containerMetrics();
}
