package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.Container;
import dev.mayfly.engine.item.Item;
import dev.mayfly.engine.item.ItemKey;
import dev.mayfly.mongo.bson.LazyDocument;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;

/** The documents of a collection that have certain ids, in the order in which they are named. */
final class KeyedItems implements ItemStream {
  private static final int AT_ONCE = 100;

  private final Reader reader;
  private final Container container;
  private final List<ItemKey> keys;
  private int following;
  private List<Item> found = List.of();
  private int position = -1;
  private int batch;
  private BsonDocument document;

  KeyedItems(Reader reader, Container container, List<ItemKey> keys) {
    this.reader = requireNonNull(reader, "reader");
    this.container = requireNonNull(container, "container");
    this.keys = List.copyOf(keys);
    this.batch = reader.batch();
  }

  @Override
  public boolean next() {
    document = null;
    if (batch != reader.batch()) {
      judgeAnew();
    }
    position++;
    while (position >= found.size()) {
      if (following >= keys.size()) {
        return false;
      }
      read();
    }
    return true;
  }

  /** What was read for an earlier batch and not delivered may have died since. */
  private void judgeAnew() {
    batch = reader.batch();
    if (position + 1 < found.size()) {
      List<ItemKey> rest = new ArrayList<>();
      for (Item item : found.subList(position + 1, found.size())) {
        rest.add(Collection.key(new LazyDocument(item.document()).get("_id")));
      }
      found = reader.readMany(container, rest);
      position = -1;
    }
  }

  private void read() {
    int from = following;
    following = Math.min(keys.size(), from + AT_ONCE);
    position = 0;
    if (keys.size() == 1) {
      Item item = reader.read(container, keys.get(0));
      found = item == null ? List.of() : List.of(item);
    } else {
      found = reader.readMany(container, keys.subList(from, following));
    }
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
    return found.get(position);
  }

  @Override
  public void back() {
    position--;
  }
}
