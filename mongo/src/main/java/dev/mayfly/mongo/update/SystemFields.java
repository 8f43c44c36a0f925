package dev.mayfly.mongo.update;

import static dev.mayfly.mongo.error.ErrorCodes.BAD_VALUE;

import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** Fields that belong to the server: clients can't set them. */
public final class SystemFields {
  /** When the document was last written. */
  public static final String TIMESTAMP = "_ts";

  private SystemFields() {}

  /** Refuses a document that a client sent with a field of the server's at its root. */
  public static void check(BsonDocument document) {
    if (document.containsKey(TIMESTAMP)) {
      throw refused();
    }
  }

  /** Refuses a path that leads to a field of the server's. */
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
