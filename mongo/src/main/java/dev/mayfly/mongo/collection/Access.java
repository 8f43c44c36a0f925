package dev.mayfly.mongo.collection;

import org.bson.BsonDocument;
import org.bson.BsonString;

/** A way to the documents that may match a query. */
public interface Access {
  /** Whether they come in the order that the query asks for. */
  boolean isOrdered();

  /** Whether it goes by way of keys of an index. */
  boolean isByIndex();

  /**
   * The documents; whoever asks still has to look at each.
   *
   * @param expected how many documents will probably be asked for
   */
  ItemStream open(Reader reader, long expected);

  /** As explain shows it. */
  BsonDocument explained(BsonDocument filter);

  /** Documents that are fetched by what another stage finds, as explain shows it. */
  static BsonDocument fetched(BsonDocument filter, BsonDocument input) {
    BsonDocument fetch = new BsonDocument("stage", new BsonString("FETCH"));
    if (!filter.isEmpty()) {
      fetch.append("filter", filter);
    }
    return fetch.append("inputStage", input);
  }
}
