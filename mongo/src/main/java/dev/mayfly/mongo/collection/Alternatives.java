package dev.mayfly.mongo.collection;

import dev.mayfly.engine.item.Item;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.Filter;
import java.util.List;
import org.bson.BsonDocument;

/**
 * The documents of several streams one after the other, each once: what matches an earlier
 * alternative has been told there.
 */
final class Alternatives implements ItemStream {
  private final List<ItemStream> streams;
  private final List<Filter> filters;
  private final Variables variables;
  private int at;

  /**
   * @param filters what each stream is there for
   */
  Alternatives(List<ItemStream> streams, List<Filter> filters, Variables variables) {
    this.streams = List.copyOf(streams);
    this.filters = List.copyOf(filters);
    this.variables = variables;
  }

  @Override
  public boolean next() {
    while (at < streams.size()) {
      while (streams.get(at).next()) {
        if (!isToldBefore()) {
          return true;
        }
      }
      at++;
    }
    at = streams.size() - 1;
    return false;
  }

  private boolean isToldBefore() {
    for (int i = 0; i < at; i++) {
      if (filters.get(i).matches(document(), variables, null)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public BsonDocument document() {
    return streams.get(at).document();
  }

  @Override
  public Item item() {
    return streams.get(at).item();
  }

  @Override
  public void back() {
    streams.get(at).back();
  }
}
