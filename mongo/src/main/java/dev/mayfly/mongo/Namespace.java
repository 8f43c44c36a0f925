package dev.mayfly.mongo;

import static java.util.Objects.requireNonNull;

/** Names a collection of a database. */
public record Namespace(String database, String collection) {
  public Namespace {
    requireNonNull(database, "database");
    requireNonNull(collection, "collection");
  }

  @Override
  public String toString() {
    return database + "." + collection;
  }
}
