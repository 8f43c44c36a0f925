package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.query.cursor.BatchLimits;
import dev.mayfly.query.cursor.CursorPosition;
import dev.mayfly.query.cursor.ItemCursor;
import dev.mayfly.query.cursor.ReadPlan;
import java.util.List;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** The documents of a read plan, each once. */
final class PlannedItems implements ItemStream {
  /** A scan in _id order. */
  static final ReadPlan ALL = new ReadPlan.Ids(new IdRange(PartitionKey.NONE, null, null, false));

  /** A scan in descending _id order. */
  static final ReadPlan BACKWARDS =
      new ReadPlan.Ids(new IdRange(PartitionKey.NONE, null, null, true));

  private static final int ITEMS_MIN = 16;
  private static final int GROWTH = 4;
  private static final int KEYS_AT_ONCE = 100;

  private final ItemCursor cursor;
  private Item item;
  private LazyDocument document;

  /**
   * @param expected number of documents that will probably be needed
   */
  PlannedItems(Reader reader, Container container, ReadPlan plan, long expected) {
    BatchLimits limits =
        new BatchLimits(
            BatchLimits.items(expected, ITEMS_MIN),
            GROWTH,
            KEYS_AT_ONCE,
            ReadLimits.DEFAULT.bytes(),
            ReadLimits.DEFAULT.rows());
    this.cursor =
        new ItemCursor(new CollectionReads(reader, container), plan, CursorPosition.START, limits);
  }

  /** Point lookups, in the order of the keys. */
  static PlannedItems ofKeys(Reader reader, Container container, List<ItemKey> keys) {
    return new PlannedItems(reader, container, new ReadPlan.Keys(keys), keys.size());
  }

  @Override
  public boolean next() {
    document = null;
    try {
      item = cursor.next();
    } catch (EngineException e) {
      throw e.code() == ErrorCode.CONTAINER_NOT_FOUND ? dropped(e) : e;
    }
    return item != null;
  }

  private static MongoException dropped(EngineException failure) {
    return new MongoException(
        ErrorCodes.QUERY_PLAN_KILLED, "query plan killed :: collection dropped", failure);
  }

  /** Avoids copying the documents of a scan. */
  @Override
  public void forEachRemaining(Consumer<BsonDocument> consumer) {
    while (cursor.isBuffered() && next()) {
      consumer.accept(document());
    }
    cursor.filter(
        stored -> {
          consumer.accept(new LazyDocument(stored.document(), stored.remainingSeconds()));
          return false;
        });
    while (next()) {
      consumer.accept(document());
    }
  }

  @Override
  public BsonDocument document() {
    if (document == null) {
      document = new LazyDocument(item.document(), item.remainingSeconds());
    }
    return document;
  }

  @Override
  public Item item() {
    return item;
  }

  @Override
  public void back() {
    cursor.back();
  }
}
