package dev.mayfly.mongo.collection;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.Reading;
import dev.mayfly.engine.catalog.OpenIndex;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.error.ErrorCode;
import dev.mayfly.engine.item.IndexEntry;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.engine.item.Lookup;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.query.cursor.IndexScan;
import dev.mayfly.query.cursor.ReadSource;
import java.util.Collections;
import java.util.List;

/**
 * Reads of a collection for a cursor. An index must be the one of the plan: if it was dropped, even
 * if created again, the query is killed.
 */
record CollectionReads(Reader reader, Container container) implements ReadSource {
  @Override
  public Reading reading() {
    return reader.reading(container);
  }

  @Override
  public int batch() {
    return reader.batch();
  }

  @Override
  public byte[] continuationAfter(Item item) {
    return container.continuationAfter(item);
  }

  @Override
  public void charge(long centiRu) {
    reader.call().charge(centiRu);
  }

  /** A single item is read without a snapshot. */
  @Override
  public Lookup lookup(List<ItemKey> keys) {
    if (keys.size() > 1) {
      return reading().lookup(keys);
    }
    Container.ReadOutcome outcome = container.readCharged(keys.get(0));
    return new Lookup(Collections.singletonList(outcome.item()), outcome.chargeCentiRu());
  }

  @Override
  public Page<IndexEntry> scan(IndexScan scan, byte[] continuation, ReadLimits limits) {
    Reading reading = reading();
    OpenIndex index = reading.indexes().named(scan.index().name());
    if (index == null || index.id() != scan.planned().id()) {
      throw dropped(scan);
    }
    try {
      return reading.scanIndex(scan.query(), continuation, limits);
    } catch (EngineException e) {
      throw e.code() == ErrorCode.INDEX_NOT_FOUND ? dropped(scan) : e;
    }
  }

  private static MongoException dropped(IndexScan scan) {
    return new MongoException(
        ErrorCodes.QUERY_PLAN_KILLED,
        "query plan killed :: index '" + scan.index().name() + "' dropped");
  }
}
