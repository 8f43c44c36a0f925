package dev.mayfly.query.cursor;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.index.IndexReader;
import dev.mayfly.engine.index.PathIndex;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.partition.EpkRange;

/** A range of an index that is read in one direction. */
public final class IndexScan {
  private final IndexReader reader;
  private final IndexQuery query;
  private final OpenIndex planned;

  private IndexScan(IndexReader reader, IndexQuery query, OpenIndex planned) {
    this.reader = requireNonNull(reader, "reader");
    this.query = requireNonNull(query, "query");
    this.planned = planned;
  }

  /** A scan of an index that need not exist any more when it is read. */
  public static IndexScan of(
      PathIndex index, IndexRange range, boolean backwards, EpkRange partitions) {
    return new IndexScan(
        new IndexReader(index, body -> true),
        new IndexQuery(index.name(), range, backwards, partitions),
        null);
  }

  /** A scan of an index as it was open when the query was planned, over all partitions. */
  public static IndexScan of(OpenIndex index, IndexRange range, boolean backwards) {
    return new IndexScan(
        index.reader(),
        new IndexQuery(index.index().name(), range, backwards, EpkRange.FULL),
        index);
  }

  /** The same scan of another range. */
  public IndexScan with(IndexRange range) {
    return new IndexScan(
        reader,
        new IndexQuery(query.index(), range, query.backwards(), query.partitions()),
        planned);
  }

  public PathIndex index() {
    return reader.index();
  }

  public IndexQuery query() {
    return query;
  }

  /** The index as it was planned with; null if any of the same definition will do. */
  public OpenIndex planned() {
    return planned;
  }

  @Override
  public String toString() {
    return query.index() + " " + query.range() + (query.backwards() ? " backwards" : "");
  }

  /** Finds the keys that items have in the index. */
  IndexReader reader() {
    return reader;
  }
}
