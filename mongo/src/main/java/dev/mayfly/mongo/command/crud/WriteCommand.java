package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.MongoVersion;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.retry.WriteReply;
import java.util.function.IntConsumer;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Base of insert, update and delete: commands of several statements. */
abstract class WriteCommand implements RetryableCommand {
  private final Backend backend;

  WriteCommand(Backend backend) {
    this.backend = backend;
  }

  @Override
  public Backend backend() {
    return backend;
  }

  /** The field of the statements. */
  abstract String statements();

  static void reply(CommandCall call, WriteReply reply) {
    if (reply.commandFailure() != null) {
      call.fail(reply.commandFailure());
    } else {
      call.reply(WriteConcern.answered(call, reply.toDocument()));
    }
  }

  /** Runs statements by index; ordered ones up to the first error. */
  static void runAll(
      CommandCall call, int statements, boolean ordered, WriteReply reply, IntConsumer statement) {
    for (int i = 0; i < statements; i++) {
      try {
        call.check();
        call.memory().begin(i);
        statement.accept(i);
      } catch (RuntimeException e) {
        reply.failed(i, Failures.translate(e));
        if (ordered || reply.commandFailure() != null) {
          return;
        }
      }
    }
  }

  /** The statement of a call if there is exactly one, else null. */
  BsonDocument onlyStatement(CommandCall call) {
    BsonValue statements = call.body().get(statements());
    if (statements == null || !statements.isArray() || statements.asArray().size() != 1) {
      return null;
    }
    BsonValue only = statements.asArray().get(0);
    return only.isDocument() ? only.asDocument() : null;
  }

  /** The collection of a call if it exists and is no view, else null. */
  Collection existing(CommandCall call) {
    BsonValue name = call.body().get(call.name());
    if (name == null || !name.isString()) {
      return null;
    }
    Collection found =
        backend.collections().find(new Namespace(call.database(), name.asString().getValue()));
    return found == null || found.view() != null || found.spec().isCapped() ? null : found;
  }

  static void checkSize(int statements) {
    if (statements < 1 || statements > MongoVersion.WRITE_BATCH_MAX) {
      throw new MongoException(
          ErrorCodes.INVALID_LENGTH,
          "Write batch sizes must be between 1 and %s. Got %s operations."
              .formatted(MongoVersion.WRITE_BATCH_MAX, statements));
    }
  }

  static Collection writable(Collection collection) {
    if (collection != null && collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + collection.namespace() + " is a view, not a collection");
    }
    return collection;
  }
}
