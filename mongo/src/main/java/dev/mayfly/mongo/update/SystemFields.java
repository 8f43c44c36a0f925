package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** Reserved fields that clients can't set. */
public final class SystemFields {
  /** The time of the last write. */
  public static final String TIMESTAMP = "_ts";

  private SystemFields() {}

  /** Rejects a document with a reserved top-level field. */
  public static void check(BsonDocument document) {
    if (document.containsKey(TIMESTAMP)) {
      throw refused();
    }
  }

  /** Rejects a path to a reserved field. */
  static void check(UpdatePath path) {
    if (path.part(0).equals(TIMESTAMP)) {
      throw refused();
    }
  }

  private static MongoException refused() {
    return new MongoException(
        BAD_VALUE,
        "The field '_ts' is set by the server, to the time of the last write; use another name");
  }
}
