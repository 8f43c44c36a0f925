package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import org.bson.BsonDocument;

/** A write command that clients may retry; its statements are executed once. */
interface RetryableCommand extends Command {
  Backend backend();

  /** Executes the statements and replies. */
  void write(CommandCall call);

  @Override
  default BsonDocument run(CommandCall call) {
    throw new UnsupportedOperationException("writes are started");
  }

  @Override
  default void start(CommandCall call) {
    backend().retries().run(call, this::write);
  }
}
