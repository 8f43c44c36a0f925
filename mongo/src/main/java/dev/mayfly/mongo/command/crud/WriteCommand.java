package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.MongoVersion;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.WriteConcern;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** What insert, update and delete have in common: many statements, each with its own end. */
abstract class WriteCommand implements Command {
  private final Backend backend;

  WriteCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  Backend backend() {
    return backend;
  }

  /** Where the statements stand. */
  abstract String statements();

  @Override
  public BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("writes are started");
  }

  @Override
  public void start(CommandCall call) {
    backend.retries().run(call, this::write);
  }

  /** Runs the statements and answers. */
  abstract void write(CommandCall call);

  static void reply(CommandCall call, WriteReply reply) {
    call.reply(WriteConcern.answered(call, reply.toDocument()));
  }

  /** The only statement of a call, or null if there are none or several. */
  BsonDocument onlyStatement(CommandCall call) {
    BsonValue statements = call.body().get(statements());
    if (statements == null || !statements.isArray() || statements.asArray().size() != 1) {
      return null;
    }
    BsonValue only = statements.asArray().get(0);
    return only.isDocument() ? only.asDocument() : null;
  }

  /** The collection that a call is about, if it is there and can be written to; else null. */
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
          "Write batch sizes must be between 1 and "
              + MongoVersion.WRITE_BATCH_MAX
              + ". Got "
              + statements
              + " operations.");
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
