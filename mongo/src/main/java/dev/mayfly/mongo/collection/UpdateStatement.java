package dev.mayfly.mongo.collection;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.update.Update;

/**
 * One update: which documents, what to do with them.
 *
 * @param multi all that match, not only the first
 * @param upsert whether a document is made when none matches
 * @param validated whether the collection's rules count
 */
public record UpdateStatement(
    Query query, Update update, boolean multi, boolean upsert, boolean validated) {
  public UpdateStatement {
    requireNonNull(query, "query");
    requireNonNull(update, "update");
  }

  /** The same for other documents. */
  UpdateStatement with(Query other) {
    return new UpdateStatement(other, update, multi, upsert, validated);
  }
}
