package dev.mayfly.mongo.command;

import org.bson.BsonDocument;

/** What a client can ask for by name. One object serves all calls. */
public interface Command {
  /** Answers on a worker thread, where it may wait. */
  BsonDocument run(CommandCall call);

  /** Whether this call is answered without waiting for anything, so that a network thread can. */
  default boolean isQuick(CommandCall call) {
    return false;
  }

  /** Begins to answer; whoever overrides this may reply later, from another thread. */
  default void start(CommandCall call) {
    call.reply(run(call));
  }
}
