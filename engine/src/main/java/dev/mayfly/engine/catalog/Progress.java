package dev.mayfly.engine.catalog;

import java.util.Map;

/**
 * How far the background work of a container has come.
 *
 * @param logTrimmedTo all versions are kept after this LSN only
 * @param eventsRecordedTo expiry events are complete up to this second
 * @param recordedKeys how far in each source's queue expiry events are recorded
 * @param purgeHeld the purge waits for confirmation: items with kept times were imported (C9)
 */
public record Progress(
    long logTrimmedTo, long eventsRecordedTo, Map<Integer, Long> recordedKeys, boolean purgeHeld) {
  public Progress {
    recordedKeys = Map.copyOf(recordedKeys);
  }

  Progress withLogTrimmedTo(long lsn) {
    return new Progress(lsn, eventsRecordedTo, recordedKeys, purgeHeld);
  }

  Progress withEvents(long recordedTo, Map<Integer, Long> keys) {
    return new Progress(logTrimmedTo, recordedTo, keys, purgeHeld);
  }

  Progress withPurgeHeld(boolean held) {
    return new Progress(logTrimmedTo, eventsRecordedTo, recordedKeys, held);
  }
}
