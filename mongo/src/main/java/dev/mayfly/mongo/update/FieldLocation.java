package dev.mayfly.mongo.update;

import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.bson.LazyDocument;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.filter.MatchDetails;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The location of a field in an update; the path is composed only for errors. */
record FieldLocation(Call call, FieldLocation outer, String name) {
  /**
   * The context of one application of an update.
   *
   * @param before the original document
   * @param match array element matched by the query; null if unknown
   * @param inserting whether an upsert inserts the document
   */
  record Call(BsonDocument before, Variables variables, MatchDetails match, boolean inserting) {}

  static FieldLocation root(Call call) {
    return new FieldLocation(call, null, "");
  }

  FieldLocation at(String field) {
    return new FieldLocation(call, this, field);
  }

  /** The dotted path. */
  String path() {
    return outer == null || outer.outer == null ? name : outer.path() + "." + name;
  }

  /** The document's {@code _id} in the form of errors. */
  String id() {
    BsonValue id = call.before.get("_id");
    return id == null ? "no id" : BsonText.field("_id", id);
  }

  /** A mutable copy. */
  static BsonDocument copy(BsonDocument document) {
    if (document instanceof LazyDocument lazy) {
      return lazy.copy();
    }
    BsonDocument copy = new BsonDocument(document.size());
    copy.putAll(document);
    return copy;
  }
}
