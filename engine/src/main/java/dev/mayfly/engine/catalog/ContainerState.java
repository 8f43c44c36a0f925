package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.List;

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
    boolean purgeHeld) {

  public ContainerState {
    requireNonNull(definition, "definition");
    requireNonNull(policy, "policy");
    dateSources = List.copyOf(dateSources);
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
        purgeHeld);
  }

  public ContainerState withLogs(long trimmedTo, long recordedTo) {
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
        recordedTo,
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
        held);
  }
}
