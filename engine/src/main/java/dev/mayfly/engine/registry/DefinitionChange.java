package dev.mayfly.engine.registry;

import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DateTtl;
import dev.mayfly.engine.catalog.EventPlace;
import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.IndexSources;
import dev.mayfly.engine.catalog.Progress;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.partition.PartitionKeyRanges;
import dev.mayfly.engine.ttl.ExpirySource;
import dev.mayfly.engine.ttl.Mark;
import dev.mayfly.engine.ttl.Marks;
import dev.mayfly.engine.ttl.RecordedExpiries;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** What a new definition makes of a container's state. Pure functions. */
public final class DefinitionChange {
  private DefinitionChange() {}

  static ContainerState created(
      int number,
      int database,
      ContainerDefinition definition,
      int partitions,
      long nowSecond,
      long lsn) {
    int ranges = Math.max(partitions, definition.throughput().partitions());
    ContainerState blank =
        new ContainerState(
            number,
            database,
            definition,
            TtlPolicy.OFF.withDefault(definition.defaultTtl(), nowSecond, lsn),
            List.of(),
            ExpirySource.FIRST_DATE,
            IndexSources.NONE.defined(definition.pathIndexes(), IndexingPaths.ALL),
            PartitionKeyRanges.evenly(definition.partitionKey(), ranges),
            nowSecond,
            lsn,
            new Progress(lsn, EventPlace.FIRST, RecordedExpiries.from(nowSecond), false));
    return withDates(blank, definition.dateTtls(), nowSecond, lsn, true);
  }

  static ContainerState replaced(
      ContainerState state,
      ContainerDefinition definition,
      long nowSecond,
      long lsn,
      boolean empty) {
    ContainerDefinition before = state.definition();
    unchanged("partition key", before.partitionKey(), definition.partitionKey());
    unchanged("unique keys", before.uniqueKeys(), definition.uniqueKeys());
    unchanged(
        "existence of a quota for logical partitions",
        before.partitionQuotaBytes() > 0,
        definition.partitionQuotaBytes() > 0);
    ContainerState next =
        state
            .withDefinition(definition, nowSecond, lsn)
            .withIndexes(
                state.indexes().defined(definition.pathIndexes(), definition.indexing().paths()))
            .withRanges(grown(state, definition));
    if (before.allVersions() == null && definition.allVersions() != null) {
      next = next.withLogTrimmedTo(lsn);
    }
    if (before.expiryEvents() == null && definition.expiryEvents() != null) {
      // What expired while events were off is missing, which a reader from before has to know.
      next = next.withEventsTrimmedTo(EventPlace.endOf(nowSecond));
    }
    next = next.withPolicy(next.policy().withDefault(definition.defaultTtl(), nowSecond, lsn));
    next = withDates(next, definition.dateTtls(), nowSecond, lsn, empty);
    return next.withExpiries(expiries(state, next, nowSecond, lsn));
  }

  /** Throughput that grows past what the ranges can have splits some; none are ever merged. */
  private static PartitionKeyRanges grown(ContainerState state, ContainerDefinition definition) {
    return state.ranges().atLeast(definition.partitionKey(), definition.throughput().partitions());
  }

  private static RecordedExpiries expiries(
      ContainerState before, ContainerState after, long nowSecond, long lsn) {
    if (before.definition().expiryEvents() == null || after.definition().expiryEvents() == null) {
      return RecordedExpiries.from(nowSecond);
    }
    return before.expiries().changed(before.policy(), after.policy(), nowSecond, lsn);
  }

  private static void unchanged(String what, Object before, Object after) {
    if (!before.equals(after)) {
      throw new EngineException(
          ErrorCode.BAD_REQUEST,
          "The " + what + " of a container cannot be changed: make a new container.");
    }
  }

  /**
   * Date TTLs are distinguished by name, path and filter; of one that stays, the seconds may
   * change.
   */
  private static ContainerState withDates(
      ContainerState state, List<DateTtl> wanted, long nowSecond, long lsn, boolean empty) {
    TtlPolicy policy = state.policy();
    List<DateSource> sources = new ArrayList<>();
    int following = state.nextSource();
    for (DateSource old : state.dateSources()) {
      DateTtl same = find(wanted, old.ttl());
      ExpirySource source = policy.dateSource(old.id());
      if (same != null) {
        sources.add(new DateSource(old.id(), same, old.ready()));
        if (source != null) {
          policy = policy.with(source.changed(true, same.expireAfterSeconds(), nowSecond, lsn));
        }
      } else if (source != null) {
        policy = policy.with(source.changed(false, 0, nowSecond, lsn));
      } else {
        policy = policy.with(neverInForce(old.id(), nowSecond, lsn));
      }
    }
    for (DateTtl date : wanted) {
      if (state.dateSources().stream().noneMatch(old -> isSame(old.ttl(), date))) {
        int id = following++;
        sources.add(new DateSource(id, date, empty));
        if (empty) {
          policy = policy.with(inForce(id, date, nowSecond));
        }
      }
    }
    if (policy.dateSources().size() + sources.size() > ItemRow.DATES_MAX) {
      throw new EngineException(
          ErrorCode.OVERLOADED,
          "Too many date TTLs were dropped whose dead items wait to be purged; try again when the"
              + " purge has caught up.");
    }
    return state.withPolicy(policy).withDateSources(sources, following);
  }

  /** A date source whose existing items have been scanned takes force (D5). */
  public static ContainerState ready(ContainerState state, int id, long nowSecond) {
    List<DateSource> sources = new ArrayList<>();
    TtlPolicy policy = state.policy();
    for (DateSource each : state.dateSources()) {
      if (each.id() == id) {
        sources.add(new DateSource(id, each.ttl(), true));
        policy = policy.with(inForce(id, each.ttl(), nowSecond));
      } else {
        sources.add(each);
      }
    }
    return state.withPolicy(policy).withDateSources(sources, state.nextSource());
  }

  /** The definition goes back to what it was before an index was asked for. */
  static ContainerState withoutIndex(ContainerState state, int id, long nowSecond, long lsn) {
    IndexSources left = state.indexes().without(id);
    boolean automatic =
        state.indexes().list().stream().anyMatch(each -> each.id() == id && each.automatic());
    if (automatic) {
      return state.withIndexes(left);
    }
    ContainerDefinition definition =
        state.definition().toBuilder()
            .pathIndexes(
                left.list().stream()
                    .filter(each -> !each.automatic())
                    .map(IndexSource::index)
                    .toArray(PathIndex[]::new))
            .build();
    return state.withDefinition(definition, nowSecond, lsn).withIndexes(left);
  }

  /**
   * A source that was dropped while it was built: a mark that covers nothing lets the purge tidy.
   */
  private static ExpirySource neverInForce(int id, long nowSecond, long lsn) {
    Marks nothing = Marks.NONE.plus(new Mark(Long.MIN_VALUE, lsn));
    return new ExpirySource(id, false, 0, nowSecond, nothing);
  }

  private static ExpirySource inForce(int id, DateTtl date, long nowSecond) {
    return new ExpirySource(id, true, date.expireAfterSeconds(), nowSecond, Marks.NONE);
  }

  private static DateTtl find(List<DateTtl> wanted, DateTtl old) {
    return wanted.stream().filter(each -> isSame(old, each)).findFirst().orElse(null);
  }

  private static boolean isSame(DateTtl first, DateTtl second) {
    return first.name().equals(second.name())
        && first.path().equals(second.path())
        && Objects.equals(first.filter(), second.filter());
  }
}
