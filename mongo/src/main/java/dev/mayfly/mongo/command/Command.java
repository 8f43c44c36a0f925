package dev.mayfly.mongo.command;

import dev.mayfly.mongo.call.CommandCall;
import org.bson.BsonDocument;

/** A command. One instance serves all calls. */
public interface Command {
  /** Runs on a worker thread, which may block. */
  BsonDocument run(CommandCall call);

  /** Whether this call never blocks, so that it can run on a network thread. */
  default boolean isNonBlocking(CommandCall call) {
    return false;
  }

  /** Starts execution; overrides may reply later from another thread. */
  default void start(CommandCall call) {
    call.reply(run(call));
  }
}
