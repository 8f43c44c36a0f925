package dev.mayfly.mongo.command;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.error.MongoException;
import org.bson.BsonDocument;

/** A command of MongoDB that is not supported. */
public record UnsupportedCommand(int code, String text) implements NonBlockingCommand {
  @Override
  public BsonDocument run(CommandCall call) {
    throw new MongoException(code, text);
  }
}
