package dev.mayfly.engine.container;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.catalog.ContainerDefinition;
import dev.mayfly.engine.catalog.ContainerState;
import dev.mayfly.engine.catalog.DeletedPartition;
import dev.mayfly.engine.catalog.ItemFilters;
import dev.mayfly.engine.catalog.OpenIndexes;
import dev.mayfly.engine.format.ItemRow;
import dev.mayfly.engine.index.IndexProgress;
import dev.mayfly.engine.ttl.PastPolicy;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Everything about a container that requests read, as of one moment. Immutable; a change publishes
 * a new one.
 */
public final class ContainerSnapshot {
  private final ContainerState state;
  private final List<DeletedPartition> deletedPartitions;
  private final InstantCap cap;
  private final ItemFilters filters;
  private final IndexingPaths indexingPaths;
  private final List<DateReader> dateReaders;
  private final OpenIndexes indexes;
  private final long version;

  /** A stored definition that was found to be this one's; null if none was looked at. */
  private volatile byte[] knownRow;

  public ContainerSnapshot(
      ContainerState state,
      List<DeletedPartition> deletedPartitions,
      InstantCap cap,
      ItemFilters filters,
      OpenIndexes indexes) {
    this(state, deletedPartitions, cap, filters, indexes, 0);
  }

  private ContainerSnapshot(
      ContainerState state,
      List<DeletedPartition> deletedPartitions,
      InstantCap cap,
      ItemFilters filters,
      OpenIndexes indexes,
      long version) {
    this.state = requireNonNull(state, "state");
    this.deletedPartitions = List.copyOf(deletedPartitions);
    this.cap = cap;
    this.filters = requireNonNull(filters, "filters");
    this.indexingPaths = state.definition().indexing().paths();
    this.dateReaders =
        state.dateSources().stream().map(source -> new DateReader(source, filters)).toList();
    this.indexes = indexes.with(state.indexes(), filters);
    this.version = version;
  }

  /** Higher than that of every snapshot of the container that was published before. */
  public long version() {
    return version;
  }

  /** Whether a stored definition is known to be this one's, without decoding it. */
  public boolean isKnownAs(byte[] row) {
    return Arrays.equals(knownRow, row);
  }

  /** Remembers that a stored definition is this one's. */
  public void knowAs(byte[] row) {
    knownRow = requireNonNull(row, "row");
  }

  public ContainerState state() {
    return state;
  }

  public ContainerDefinition definition() {
    return state.definition();
  }

  public TtlPolicy policy() {
    return state.policy();
  }

  public IndexingPaths indexingPaths() {
    return indexingPaths;
  }

  public List<DeletedPartition> deletedPartitions() {
    return deletedPartitions;
  }

  public OpenIndexes indexes() {
    return indexes;
  }

  /** The item's dates in this container's date sources. */
  public ItemRow.Date[] dates(byte[] body) {
    List<ItemRow.Date> dates = new ArrayList<>(dateReaders.size());
    for (DateReader reader : dateReaders) {
      ItemRow.Date date = reader.read(body);
      if (date != null) {
        dates.add(date);
      }
    }
    return dates.toArray(ItemRow.Date[]::new);
  }

  /** The visibility of items at that instant. */
  public Visibility at(long nowSecond) {
    return new Visibility(this, policy(), cap == null ? nowSecond : cap.cap(nowSecond));
  }

  /**
   * The visibility of items at the instant at which a past policy was replaced, under that policy.
   */
  public Visibility under(PastPolicy past) {
    return new Visibility(this, past.policy(), past.untilSecond());
  }

  /** Everything as another node has decided it. */
  public ContainerSnapshot with(
      ContainerState next, List<DeletedPartition> deleted, OpenIndexes nextIndexes) {
    return new ContainerSnapshot(next, deleted, null, filters, nextIndexes, version + 1);
  }

  public ContainerSnapshot with(ContainerState next) {
    return new ContainerSnapshot(next, deletedPartitions, null, filters, indexes, version + 1);
  }

  public ContainerSnapshot with(int index, IndexProgress progress) {
    return new ContainerSnapshot(
        state, deletedPartitions, cap, filters, indexes.with(index, progress), version + 1);
  }

  public ContainerSnapshot withDeletedPartitions(List<DeletedPartition> next) {
    return new ContainerSnapshot(state, next, null, filters, indexes, version + 1);
  }

  public ContainerSnapshot withCap(InstantCap next) {
    return new ContainerSnapshot(state, deletedPartitions, next, filters, indexes, version + 1);
  }
}
