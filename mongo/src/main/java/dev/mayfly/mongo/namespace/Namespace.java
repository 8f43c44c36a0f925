package dev.mayfly.mongo.namespace;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;

public record Namespace(String database, String collection) {
  public Namespace {
    requireNonNull(database, "database");
    requireNonNull(collection, "collection");
  }

  /** Parses {@code database.collection} and validates both names. */
  public static Namespace parse(String text) {
    int dot = text.indexOf('.');
    if (dot < 0) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + text + "'");
    }
    Namespace namespace = new Namespace(text.substring(0, dot), text.substring(dot + 1));
    Names.check(namespace);
    return namespace;
  }

  @Override
  public String toString() {
    return database + "." + collection;
  }
}
