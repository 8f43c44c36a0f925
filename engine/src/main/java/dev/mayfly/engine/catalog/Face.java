package dev.mayfly.engine.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.bson.IndexingPaths;
import dev.mayfly.engine.format.IndexProgress;
import dev.mayfly.engine.format.ItemHeader;
import dev.mayfly.engine.ttl.TtlPolicy;
import java.util.ArrayList;
import java.util.List;

/**
 * Everything about a container that requests look at, as of one moment. Immutable; a change
 * publishes a new one.
 */
public final class Face {
  private final ContainerState state;
  private final List<DeletedPartition> deletedPartitions;
  private final InstantCap cap;
  private final ItemFilters filters;
  private final IndexingPaths indexingPaths;
  private final List<DateReader> dateReaders;
  private final OpenIndexes indexes;

  Face(
      ContainerState state,
      List<DeletedPartition> deletedPartitions,
      InstantCap cap,
      ItemFilters filters,
      OpenIndexes indexes) {
    this.state = requireNonNull(state, "state");
    this.deletedPartitions = List.copyOf(deletedPartitions);
    this.cap = cap;
    this.filters = requireNonNull(filters, "filters");
    this.indexingPaths = state.definition().indexing().paths();
    this.dateReaders =
        state.dateSources().stream().map(source -> new DateReader(source, filters)).toList();
    this.indexes = indexes.with(state.indexes(), filters);
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
  public ItemHeader.Date[] dates(byte[] body) {
    List<ItemHeader.Date> dates = new ArrayList<>(dateReaders.size());
    for (DateReader reader : dateReaders) {
      ItemHeader.Date date = reader.read(body);
      if (date != null) {
        dates.add(date);
      }
    }
    return dates.toArray(ItemHeader.Date[]::new);
  }

  /** How items look at that instant. */
  public Visibility at(long nowSecond) {
    return new Visibility(this, cap == null ? nowSecond : cap.cap(nowSecond));
  }

  Face with(ContainerState next) {
    return new Face(next, deletedPartitions, null, filters, indexes);
  }

  Face with(int index, IndexProgress progress) {
    return new Face(state, deletedPartitions, cap, filters, indexes.with(index, progress));
  }

  Face withDeletedPartitions(List<DeletedPartition> next) {
    return new Face(state, next, null, filters, indexes);
  }

  Face withCap(InstantCap next) {
    return new Face(state, deletedPartitions, next, filters, indexes);
  }
}
