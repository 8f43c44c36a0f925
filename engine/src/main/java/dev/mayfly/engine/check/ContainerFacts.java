package dev.mayfly.engine.check;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.Bytes;
import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DateSource;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.IndexSource;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.container.DateReader;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.partition.EffectivePartitionKey;
import dev.mayfly.engine.partition.PartitionIdentity;
import dev.mayfly.engine.partition.PartitionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A container as its META rows describe it, and what was counted of its rows. */
final class ContainerFacts {
  private final ContainerState state;
  private final String name;
  private final long clockSecond;
  private final IndexingPaths indexingPaths;
  private final List<DatedBy> dates = new ArrayList<>();
  private final Map<Integer, IndexFacts> indexes = new TreeMap<>();
  private final List<DeletedPartition> deletedPartitions = new ArrayList<>();

  /**
   * A date source and how its dates are read.
   *
   * @param reader of the date at its path, whatever the filter says
   * @param filter null if it cannot be evaluated here
   */
  record DatedBy(DateSource source, DateReader reader, Predicate<byte[]> filter) {}

  ContainerFacts(
      ContainerState state,
      String name,
      long clockSecond,
      ItemFilters filters,
      Map<Integer, IndexProgress> built) {
    this.state = requireNonNull(state, "state");
    this.name = requireNonNull(name, "name");
    this.clockSecond = clockSecond;
    this.indexingPaths = state.definition().indexing().paths();
    for (DateSource source : state.dateSources()) {
      DateReader reader = new DateReader(source, ignored -> body -> true);
      dates.add(new DatedBy(source, reader, filter(source, filters)));
    }
    for (IndexSource source : state.indexes().list()) {
      IndexProgress progress = built.getOrDefault(source.id(), IndexProgress.BUILDING);
      indexes.put(source.id(), IndexFacts.of(source, progress, filters));
    }
  }

  private static Predicate<byte[]> filter(DateSource source, ItemFilters filters) {
    if (source.ttl().filter() == null) {
      return body -> true;
    }
    return filters == ItemFilters.NONE ? null : filters.compile(source.ttl().filter());
  }

  void add(DeletedPartition deleted) {
    deletedPartitions.add(deleted);
  }

  int number() {
    return state.number();
  }

  String name() {
    return name;
  }

  ContainerState state() {
    return state;
  }

  ContainerDefinition definition() {
    return state.definition();
  }

  IndexingPaths indexingPaths() {
    return indexingPaths;
  }

  List<DatedBy> dates() {
    return dates;
  }

  /** By their numbers. */
  Map<Integer, IndexFacts> indexes() {
    return indexes;
  }

  boolean hasPartitionQuota() {
    return definition().partitionQuotaBytes() > 0;
  }

  /** True if rows must stand in the queue of that source. */
  boolean hasQueue(int source) {
    return state.policy().source(source) != null
        || state.dateSources().stream().anyMatch(each -> each.id() == source);
  }

  /** True if the item was not visible at the stored second. */
  boolean isDead(ItemRow item, byte[] suffix) {
    if (state.policy().isDead(item, clockSecond)) {
      return true;
    }
    return deletedPartitions.stream().anyMatch(each -> each.covers(suffix, item.lsn()));
  }

  /** The logical partition that a body belongs to, as bytes. */
  byte[] partition(byte[] body) {
    PartitionKey key = PartitionKey.fromBody(definition().partitionKey(), body);
    return Bytes.concat(
        EffectivePartitionKey.of(definition().partitionKey(), key),
        PartitionIdentity.identity(key));
  }
}
