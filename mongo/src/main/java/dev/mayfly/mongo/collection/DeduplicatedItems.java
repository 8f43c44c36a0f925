package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.Item;
import dev.mayfly.query.buffer.DistinctBuffer;
import org.bson.BsonDocument;

/**
 * Candidates for a multi-document write, each returned once. A write may move a document ahead in
 * the index that is being read (the Halloween problem), so returned documents are remembered. When
 * they are too many, the rest is read by a scan in _id order, which no write changes.
 */
final class DeduplicatedItems implements ItemStream {
  private static final int REMEMBERED_MAX = 200_000;
  private static final int REMEMBERED_BYTES = 80;

  private final Collection collection;
  private final Reader reader;
  private final DistinctBuffer<Long> returned;
  private final int rememberedMax;
  private ItemStream candidates;
  private boolean moving;

  DeduplicatedItems(Collection collection, Query query, Reader reader) {
    this(collection, query, reader, REMEMBERED_MAX);
  }

  DeduplicatedItems(Collection collection, Query query, Reader reader, int rememberedMax) {
    this.collection = collection;
    this.reader = reader;
    this.rememberedMax = rememberedMax;
    this.returned = new DistinctBuffer<>(rid -> REMEMBERED_BYTES, reader::charge);
    Access access = Candidates.access(collection, query, reader);
    this.candidates = access.open(reader, Long.MAX_VALUE);
    this.moving = access.kind() == Access.Kind.INDEXES || access.kind() == Access.Kind.TEXT;
  }

  @Override
  public boolean next() {
    if (moving && returned.size() >= rememberedMax) {
      moving = false;
      candidates =
          new PlannedItems(reader, collection.container(), PlannedItems.ALL, Long.MAX_VALUE);
    }
    while (candidates.next()) {
      if (moving ? returned.add(item().rid()) : !returned.contains(item().rid())) {
        return true;
      }
    }
    return false;
  }

  @Override
  public BsonDocument document() {
    return candidates.document();
  }

  @Override
  public Item item() {
    return candidates.item();
  }

  @Override
  public void back() {
    throw new UnsupportedOperationException("a returned document is modified");
  }
}
