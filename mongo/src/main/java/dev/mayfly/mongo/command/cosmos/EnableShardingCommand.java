package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.NonBlockingCommand;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code enableSharding}: accepted without effect, as since MongoDB 6.0. */
public final class EnableShardingCommand implements NonBlockingCommand {
  private static final Set<String> FIELDS = Set.of("primaryShard");

  @Override
  public BsonDocument run(CommandCall call) {
    String database = CommandArguments.of(call, FIELDS).requiredText(call.name());
    // Validates the database name.
    Names.check(new Namespace(database, "c"));
    return new BsonDocument();
  }
}
