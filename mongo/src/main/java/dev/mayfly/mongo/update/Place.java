package dev.mayfly.mongo.update;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Where in which document an operator works: names are put together only for errors. */
final class Place {
  private final Call call;
  private final Place outer;
  private final String name;

  /**
   * What one application of an update knows.
   *
   * @param before the document as it was
   * @param match which element of an array the query matched; null if nobody knows
   * @param inserting whether the document is being made by an upsert
   */
  record Call(BsonDocument before, Variables variables, MatchDetails match, boolean inserting) {}

  private Place(Call call, Place outer, String name) {
    this.call = call;
    this.outer = outer;
    this.name = name;
  }

  static Place root(Call call) {
    return new Place(call, null, "");
  }

  Place at(String field) {
    return new Place(call, this, field);
  }

  Call call() {
    return call;
  }

  String name() {
    return name;
  }

  /** The dotted path. */
  String path() {
    return outer == null || outer.outer == null ? name : outer.path() + "." + name;
  }

  /** The document's {@code _id} as errors show it. */
  String id() {
    BsonValue id = call.before.get("_id");
    return id == null ? "no id" : BsonText.field("_id", id);
  }

  /** A copy of a document that may be changed. */
  static BsonDocument copy(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return lazy.copy();
    }
    BsonDocument copy = new BsonDocument(document.size());
    copy.putAll(document);
    return copy;
  }
}
