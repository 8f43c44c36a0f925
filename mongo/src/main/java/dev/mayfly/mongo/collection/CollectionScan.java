package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.IdRange;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.partition.PartitionKey;
import dev.mayfly.engine.read.Page;
import dev.mayfly.engine.read.ReadLimits;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.function.Consumer;
import org.bson.BsonDocument;

/** The documents of a collection whose _id is in a range, in the order of those. */
final class CollectionScan extends PagedItems<Item> {
  /** All documents. */
  static final IdRange ALL = new IdRange(PartitionKey.NONE, null, null, false);

  /** All documents, the last one first. */
  static final IdRange BACKWARDS = new IdRange(PartitionKey.NONE, null, null, true);

  private final Reader reader;
  private final Container container;
  private final IdRange ids;

  /**
   * @param expected how many documents will probably be asked for
   */
  CollectionScan(Reader reader, Container container, IdRange ids, long expected) {
    super(reader, expected);
    this.reader = reader;
    this.container = requireNonNull(container, "container");
    this.ids = requireNonNull(ids, "ids");
  }

  @Override
  Page<Item> read(byte[] from, ReadLimits limits) {
    return reader.scan(container, ids, from, limits);
  }

  @Override
  byte[] after(Item item) {
    return container.continuationAfter(item);
  }

  @Override
  Item item(Item item) {
    return item;
  }

  /** Without a page: each document is seen where the storage has put it, and none is kept. */
  @Override
  public void showAll(Consumer<BsonDocument> look) {
    while (hasPage()) {
      if (!next()) {
        return;
      }
      look.accept(document());
    }
    while (!isAtEnd()) {
      wentOn(
          reader.look(
              container,
              ids,
              continuation(),
              item -> look.accept(new LazyDocument(item.document()))));
    }
  }
}
