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
 * @param indexes the numbers of the path indexes
 * @param tsSecond when the definition last changed
 * @param lsn of the last change of the definition
 * @param progress of the background work
 */
public record ContainerState(
    int number,
    int database,
    ContainerDefinition definition,
    TtlPolicy policy,
    List<DateSource> dateSources,
    int nextSource,
    IndexSources indexes,
    long tsSecond,
    long lsn,
    Progress progress) {

  public ContainerState {
    requireNonNull(definition, "definition");
    requireNonNull(policy, "policy");
    dateSources = List.copyOf(dateSources);
    requireNonNull(indexes, "indexes");
    requireNonNull(progress, "progress");
  }

  public long logTrimmedTo() {
    return progress.logTrimmedTo();
  }

  public long eventsRecordedTo() {
    return progress.eventsRecordedTo();
  }

  public Map<Integer, Long> recordedKeys() {
    return progress.recordedKeys();
  }

  public boolean purgeHeld() {
    return progress.purgeHeld();
  }

  public ContainerState withDefinition(ContainerDefinition next, long atSecond, long atLsn) {
    return new ContainerState(
        number,
        database,
        next,
        policy,
        dateSources,
        nextSource,
        indexes,
        atSecond,
        atLsn,
        progress);
  }

  public ContainerState withPolicy(TtlPolicy next) {
    return new ContainerState(
        number,
        database,
        definition,
        next,
        dateSources,
        nextSource,
        indexes,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withDateSources(List<DateSource> next, int following) {
    return new ContainerState(
        number, database, definition, policy, next, following, indexes, tsSecond, lsn, progress);
  }

  public ContainerState withIndexes(IndexSources next) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        next,
        tsSecond,
        lsn,
        progress);
  }

  /** The same container in another database. */
  ContainerState withDatabase(int next) {
    return new ContainerState(
        number,
        next,
        definition,
        policy,
        dateSources,
        nextSource,
        indexes,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withLogTrimmedTo(long trimmedTo) {
    return with(progress.withLogTrimmedTo(trimmedTo));
  }

  public ContainerState withEvents(long recordedTo, Map<Integer, Long> keys) {
    return with(progress.withEvents(recordedTo, keys));
  }

  public ContainerState withPurgeHeld(boolean held) {
    return with(progress.withPurgeHeld(held));
  }

  private ContainerState with(Progress next) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        indexes,
        tsSecond,
        lsn,
        next);
  }
}
