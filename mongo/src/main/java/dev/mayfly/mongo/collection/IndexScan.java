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
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.plan.IndexPlan;
import java.util.List;
import org.bson.BsonDocument;

/** The documents that an index has in some ranges, each once, in the order of their keys. */
final class IndexScan implements ItemStream {
  private static final int ITEMS_MAX = 1000;
  private static final int ITEMS_MIN = 16;
  private static final int GROWTH = 4;

  private final Reader reader;
  private final Container container;
  private final IndexPlan plan;
  private final List<IndexRange> ranges;
  private final FirstRange first;
  private int range;
  private List<IndexEntry> page = List.of();
  private int position = -1;
  private byte[] before;
  private byte[] continuation;
  private boolean atEnd;
  private int batch;
  private int items;
  private LazyDocument document;

  /**
   * @param expected how many documents will probably be asked for
   */
  IndexScan(Reader reader, Container container, IndexPlan plan, long expected) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
    this.plan = requireNonNull(plan, "plan");
    this.ranges = plan.ranges();
    this.first = ranges.size() < 2 ? null : new FirstRange(plan.open(), ranges);
    this.batch = reader.batch();
    this.items = (int) Math.max(ITEMS_MIN, Math.min(expected, ITEMS_MAX));
  }

  @Override
  public boolean next() {
    if (batch != reader.batch()) {
      judgeAnew();
    }
    do {
      document = null;
      position++;
      while (position >= page.size()) {
        if (atEnd) {
          range++;
          continuation = null;
          atEnd = false;
        }
        if (range >= ranges.size()) {
          page = List.of();
          position = -1;
          return false;
        }
        readPage();
      }
    } while (first != null && !first.is(range, item()));
    return true;
  }

  /** What was read for an earlier batch may have died since. */
  private void judgeAnew() {
    batch = reader.batch();
    if (position + 1 < page.size()) {
      continuation = position < 0 ? before : page.get(position).continuation();
      atEnd = false;
      page = List.of();
      position = -1;
    }
  }

  private void readPage() {
    before = continuation;
    ReadLimits limits =
        new ReadLimits(items, ReadLimits.DEFAULT.bytes(), ReadLimits.DEFAULT.rows());
    IndexQuery query =
        new IndexQuery(plan.name(), ranges.get(range), plan.backwards(), EpkRange.FULL);
    Page<IndexEntry> read;
    try {
      read = reader.scanIndex(container, plan.open().id(), query, continuation, limits);
    } catch (EngineException e) {
      throw e.code() == ErrorCode.INDEX_NOT_FOUND ? killed() : e;
    }
    page = read.entries();
    position = 0;
    continuation = read.continuation();
    atEnd = continuation == null;
    items = Math.min(items * GROWTH, ITEMS_MAX);
  }

  private MongoException killed() {
    return new MongoException(
        ErrorCodes.QUERY_PLAN_KILLED,
        "query plan killed :: index '" + plan.index().spec().name() + "' dropped");
  }

  @Override
  public BsonDocument document() {
    if (document == null) {
      document = new LazyDocument(item().document());
    }
    return document;
  }

  @Override
  public Item item() {
    return page.get(position).item();
  }

  @Override
  public void back() {
    position--;
  }
}
