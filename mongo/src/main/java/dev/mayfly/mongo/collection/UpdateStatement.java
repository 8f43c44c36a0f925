package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.update.Update;

/**
 * A compiled update statement.
 *
 * @param multi whether all matches are updated
 * @param upsert whether a document is inserted if nothing matches
 * @param validated whether document validation applies
 */
public record UpdateStatement(
    Query query, Update update, boolean multi, boolean upsert, boolean validated) {
  public UpdateStatement {
    requireNonNull(query, "query");
    requireNonNull(update, "update");
  }

  /** This statement with another query. */
  UpdateStatement with(Query other) {
    return new UpdateStatement(other, update, multi, upsert, validated);
  }
}
