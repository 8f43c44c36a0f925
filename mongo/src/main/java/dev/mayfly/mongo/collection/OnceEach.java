package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.item.Item;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * The documents that may match, for one who changes them on the way: a change may move a document
 * to where an index is read later, so those that were told are remembered and not told again. When
 * that becomes too many to remember, the rest is found without an index, in the order of the ids,
 * which no change moves.
 */
final class OnceEach implements ItemStream {
  private static final int REMEMBERED_MAX = 200_000;
  private static final int REMEMBERED_BYTES = 80;

  private final Collection collection;
  private final Reader reader;
  private final Set<Long> told = new HashSet<>();
  private final int rememberedMax;
  private ItemStream candidates;
  private boolean moving;

  OnceEach(Collection collection, Query query, Reader reader) {
    this(collection, query, reader, REMEMBERED_MAX);
  }

  OnceEach(Collection collection, Query query, Reader reader, int rememberedMax) {
    this.collection = requireNonNull(collection, "collection");
    this.reader = requireNonNull(reader, "reader");
    this.rememberedMax = rememberedMax;
    Access access = Candidates.access(collection, query, reader);
    this.candidates = access.open(reader, Long.MAX_VALUE);
    this.moving = access instanceof IndexAccess;
  }

  @Override
  public boolean next() {
    if (moving && told.size() >= rememberedMax) {
      moving = false;
      candidates =
          new CollectionScan(reader, collection.container(), CollectionScan.ALL, Long.MAX_VALUE);
    }
    while (candidates.next()) {
      if (moving ? told.add(item().rid()) : !told.contains(item().rid())) {
        if (moving) {
          reader.hold(REMEMBERED_BYTES);
        }
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
    throw new UnsupportedOperationException("what was told is changed");
  }
}
