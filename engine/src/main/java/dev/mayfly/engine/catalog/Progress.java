package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ttl.RecordedExpiries;

/**
 * How far the background work of a container has come.
 *
 * @param logTrimmedTo all versions are kept after this LSN only
 * @param expiries how far expiries are recorded as events
 * @param purgeHeld the purge waits for confirmation: items with kept times were imported (C9)
 */
public record Progress(long logTrimmedTo, RecordedExpiries expiries, boolean purgeHeld) {
  public Progress {
    requireNonNull(expiries, "expiries");
  }

  Progress withLogTrimmedTo(long lsn) {
    return new Progress(lsn, expiries, purgeHeld);
  }

  Progress withExpiries(RecordedExpiries next) {
    return new Progress(logTrimmedTo, next, purgeHeld);
  }

  Progress withPurgeHeld(boolean held) {
    return new Progress(logTrimmedTo, expiries, held);
  }
}
