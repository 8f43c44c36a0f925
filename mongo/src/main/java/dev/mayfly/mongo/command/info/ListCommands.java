package dev.mayfly.mongo.command.info;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.access.CommandAccess;
import dev.mayfly.mongo.access.Need;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.CommandTable;
import dev.mayfly.mongo.command.QuickCommand;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code listCommands}. */
public final class ListCommands implements QuickCommand {
  private final CommandTable commands;

  public ListCommands(CommandTable commands) {
    this.commands = requireNonNull(commands, "commands");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    BsonDocument list = new BsonDocument();
    commands
        .all()
        .forEach(
            (name, command) ->
                list.append(
                    name,
                    new BsonDocument("help", new BsonString(""))
                        .append(
                            "requiresAuth",
                            BsonBoolean.valueOf(CommandAccess.of(name) != Need.NOTHING))
                        .append("secondaryOk", BsonBoolean.TRUE)
                        .append("adminOnly", BsonBoolean.FALSE)));
    return new BsonDocument("commands", list);
  }
}
