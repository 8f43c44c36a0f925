package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ttl.RecordedExpiries;

/**
 * How far the background work of a container has come.
 *
 * @param logTrimmedTo all versions are kept after this LSN only
 * @param eventsTrimmedTo expiry events are kept after this place only
 * @param expiries how far expiries are recorded as events
 * @param purgeHeld the purge waits for confirmation: items with kept times were imported (C9)
 */
public record Progress(
    long logTrimmedTo, EventPlace eventsTrimmedTo, RecordedExpiries expiries, boolean purgeHeld) {
  public Progress {
    requireNonNull(eventsTrimmedTo, "eventsTrimmedTo");
    requireNonNull(expiries, "expiries");
  }

  Progress withLogTrimmedTo(long lsn) {
    return new Progress(lsn, eventsTrimmedTo, expiries, purgeHeld);
  }

  Progress withEventsTrimmedTo(EventPlace place) {
    return new Progress(logTrimmedTo, place, expiries, purgeHeld);
  }

  Progress withExpiries(RecordedExpiries next) {
    return new Progress(logTrimmedTo, eventsTrimmedTo, next, purgeHeld);
  }

  Progress withPurgeHeld(boolean held) {
    return new Progress(logTrimmedTo, eventsTrimmedTo, expiries, held);
  }
}
