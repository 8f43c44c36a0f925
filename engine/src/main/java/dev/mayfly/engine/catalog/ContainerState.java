package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.ttl.RecordedExpiries;
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
 * @param indexes the numbers of the path indexes
 * @param ranges of its partition keys
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
    PartitionKeyRanges ranges,
    long tsSecond,
    long lsn,
    Progress progress) {

  public ContainerState {
    requireNonNull(definition, "definition");
    requireNonNull(policy, "policy");
    dateSources = List.copyOf(dateSources);
    requireNonNull(indexes, "indexes");
    requireNonNull(ranges, "ranges");
    requireNonNull(progress, "progress");
  }

  public long logTrimmedTo() {
    return progress.logTrimmedTo();
  }

  /** The place up to which expiry events are no longer kept. */
  public EventPlace eventsTrimmedTo() {
    return progress.eventsTrimmedTo();
  }

  /** How far expiries are recorded as events. */
  public RecordedExpiries expiries() {
    return progress.expiries();
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
        ranges,
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
        ranges,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withDateSources(List<DateSource> next, int following) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        next,
        following,
        indexes,
        ranges,
        tsSecond,
        lsn,
        progress);
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
        ranges,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withRanges(PartitionKeyRanges next) {
    return new ContainerState(
        number,
        database,
        definition,
        policy,
        dateSources,
        nextSource,
        indexes,
        next,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withDatabase(int next) {
    return new ContainerState(
        number,
        next,
        definition,
        policy,
        dateSources,
        nextSource,
        indexes,
        ranges,
        tsSecond,
        lsn,
        progress);
  }

  public ContainerState withLogTrimmedTo(long trimmedTo) {
    return with(progress.withLogTrimmedTo(trimmedTo));
  }

  public ContainerState withEventsTrimmedTo(EventPlace place) {
    return with(progress.withEventsTrimmedTo(place));
  }

  public ContainerState withExpiries(RecordedExpiries next) {
    return with(progress.withExpiries(next));
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
        ranges,
        tsSecond,
        lsn,
        next);
  }
}
