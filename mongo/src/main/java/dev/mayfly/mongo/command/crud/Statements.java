package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.UpdateResult;
import dev.mayfly.mongo.collection.UpdateStatement;
import dev.mayfly.mongo.collection.Updates;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.retry.RetryableWrites;

/** Executes single write statements. */
final class Statements {
  private static final int ATTEMPTS_MAX = 10;

  private Statements() {}

  /** Runs an update; a missing collection is created only for an upsert. */
  static UpdateResult update(
      Backend backend,
      CommandCall call,
      Namespace namespace,
      UpdateOpEntry update,
      UpdateParser parser) {
    for (int attempt = 0; ; attempt++) {
      Collection found = WriteCommand.writable(backend.collections().find(namespace));
      UpdateStatement statement = parser.parse(update, found);
      if (statement.multi() && RetryableWrites.isNumbered(call)) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS, "Cannot use (or request) retryable writes with multi=true");
      }
      if (found == null && !statement.upsert()) {
        return new UpdateResult(0, 0, null, null);
      }
      Collection collection =
          found == null ? backend.collections().orCreate(namespace, call) : found;
      try {
        return new Updates(call, collection, statement).run();
      } catch (MongoException e) {
        if (e.code() != ErrorCodes.NAMESPACE_NOT_FOUND || attempt == ATTEMPTS_MAX) {
          throw e;
        }
      }
    }
  }
}
