package dev.mayfly.testkit.oracle;

import dev.mayfly.engine.catalog.ItemFilters;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The filters of histories: which property a body must have. */
final class Presence {
  private static final String PROPERTY = "present";

  /** What the engine receives. */
  static final ItemFilters FILTERS =
      filter -> bytes -> Bodies.decode(bytes).containsKey(filter.getString(PROPERTY).getValue());

  private Presence() {}

  static BsonDocument of(String property) {
    return new BsonDocument(PROPERTY, new BsonString(property));
  }

  /**
   * @param filter null for one that all bodies pass
   */
  static boolean has(BsonDocument filter, BsonDocument body) {
    return filter == null || body.get(filter.getString(PROPERTY).getValue()) != null;
  }
}
