package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;
import java.util.Map;

/**
 * A container as it is kept: its definition and what became of it.
 *
 * @param number never used again after the container is dropped
 * @param database number of its database
 * @param policy the TTL policy with its marks
 * @param dateSources the numbers of the date TTLs
 * @param nextSource the next date source's number
 * @param tsSecond when the definition last changed
 * @param lsn of the last change of the definition
 * @param logTrimmedTo all versions are kept after this LSN only
 * @param eventsRecordedTo expiry events are complete up to this second
 * @param recordedKeys how far in each source's queue expiry events are recorded
 * @param purgeHeld the purge waits for confirmation: items with kept times were imported (C9)
 */
public record ContainerState(
    int number,
    int database,
    ContainerDefinition definition,
    TtlPolicy policy,
    List<DateSource> dateSources,
    int nextSource,
    long tsSecond,
    long lsn,
    long logTrimmedTo,
    long eventsRecordedTo,
    Map<Integer, Long> recordedKeys,
    boolean purgeHeld) {

  public ContainerState {
    requireNonNull(definition, "definition");
    requireNonNull(policy, "policy");
    dateSources = List.copyOf(dateSources);
    recordedKeys = Map.copyOf(recordedKeys);
  }

  public ContainerState withPolicy(TtlPolicy next) {
    return new ContainerState(
        number,
        database,
        definition,
        next,
        dateSources,
        nextSource,
        tsSecond,
        lsn,
        logTrimmedTo,
        eventsRecordedTo,
        recordedKeys,
        purgeHeld);
  }

  public ContainerState withDefinition(ContainerDefinition next, long atSecond, long atLsn) {
    return new ContainerState(
        number,
        database,
        next,
        policy,
        dateSources,
        nextSource,
        atSecond,
        atLsn,
        logTrimmedTo,
        eventsRecordedTo,
        recordedKeys,
        purgeHeld);
  }

  public ContainerState withDateSources(List<DateSource> next, int following) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        next,
        following,
        tsSecond,
        lsn,
        logTrimmedTo,
        eventsRecordedTo,
        recordedKeys,
        purgeHeld);
  }

  public ContainerState withLogTrimmedTo(long trimmedTo) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        tsSecond,
        lsn,
        trimmedTo,
        eventsRecordedTo,
        recordedKeys,
        purgeHeld);
  }

  public ContainerState withEvents(long recordedTo, Map<Integer, Long> keys) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        tsSecond,
        lsn,
        logTrimmedTo,
        recordedTo,
        keys,
        purgeHeld);
  }

  public ContainerState withPurgeHeld(boolean held) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        tsSecond,
        lsn,
        logTrimmedTo,
        eventsRecordedTo,
        recordedKeys,
        held);
  }
}
