package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import org.bson.BsonDocument;

/** Counts the candidates of an explained query, and those that match. */
final class CountedItems implements ItemStream {
  private final ItemStream candidates;
  private final Query query;
  private long examined;
  private long matched;

  CountedItems(ItemStream candidates, Query query) {
    this.candidates = candidates;
    this.query = query;
  }

  @Override
  public boolean next() {
    if (!candidates.next()) {
      return false;
    }
    examined++;
    matched += query.matches(candidates.document(), null) ? 1 : 0;
    return true;
  }

  long examined() {
    return examined;
  }

  long matched() {
    return matched;
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
  public long unreturned() {
    return candidates.unreturned();
  }

  @Override
  public void back() {
    candidates.back();
  }
}
