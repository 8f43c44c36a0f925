package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.index.IndexRange;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.IndexQuery;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.EpkRange;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.plan.IndexPlan;
import java.util.List;

/** The documents that an index has in some ranges, each once, in the order of their keys. */
final class IndexScan extends PagedItems<IndexEntry> {
  private final Reader reader;
  private final Container container;
  private final IndexPlan plan;
  private final List<IndexRange> ranges;
  private final FirstRange first;
  private int range;

  /**
   * @param expected how many documents will probably be asked for
   */
  IndexScan(Reader reader, Container container, IndexPlan plan, long expected) {
    super(reader, expected);
    this.reader = reader;
    this.container = requireNonNull(container, "container");
    this.plan = requireNonNull(plan, "plan");
    this.ranges = plan.ranges();
    this.first = ranges.size() < 2 ? null : new FirstRange(plan.open(), ranges);
  }

  @Override
  public boolean next() {
    do {
      if (ranges.isEmpty() || !super.next()) {
        return false;
      }
    } while (first != null && !first.is(range, item()));
    return true;
  }

  @Override
  boolean nextPart() {
    if (range + 1 >= ranges.size()) {
      return false;
    }
    range++;
    return true;
  }

  @Override
  Page<IndexEntry> read(byte[] from, ReadLimits limits) {
    IndexQuery query =
        new IndexQuery(plan.name(), ranges.get(range), plan.backwards(), EpkRange.FULL);
    try {
      return reader.scanIndex(container, plan.open().id(), query, from, limits);
    } catch (EngineException e) {
      throw e.code() == ErrorCode.INDEX_NOT_FOUND ? killed() : e;
    }
  }

  @Override
  byte[] after(IndexEntry entry) {
    return entry.continuation();
  }

  @Override
  Item item(IndexEntry entry) {
    return entry.item();
  }

  private MongoException killed() {
    return new MongoException(
        ErrorCodes.QUERY_PLAN_KILLED,
        "query plan killed :: index '" + plan.index().spec().name() + "' dropped");
  }
}
