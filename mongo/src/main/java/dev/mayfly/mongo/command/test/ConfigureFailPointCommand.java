package dev.mayfly.mongo.command.test;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.failpoint.FailPoints;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/**
 * {@code configureFailPoint}.
 *
 * @param isServed whether the server was started with test commands; otherwise it is unknown
 */
public record ConfigureFailPointCommand(FailPoints points, boolean isServed) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    if (!isServed) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_FOUND,
          "no such command: '" + call.name() + "' (mongo-test-commands is off)");
    }
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, call.name() + " may only be run against the admin database.");
    }
    CommandArguments arguments = CommandArguments.of(call, Set.of("mode", "data"));
    long fired =
        points
            .named(arguments.requiredText(call.name()))
            .configure(arguments.value("mode"), arguments.value("data"));
    return new BsonDocument("count", new BsonInt64(fired));
  }
}
