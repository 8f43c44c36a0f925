package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.QuickCommand;
import java.util.Set;
import org.bson.BsonDocument;

/**
 * {@code enableSharding}: scripts run it before {@code shardCollection}. It has had nothing to do
 * since MongoDB 6.0, and has nothing to do here.
 */
public final class EnableShardingCommand implements QuickCommand {
  private static final Set<String> FIELDS = Set.of("primaryShard");

  @Override
  public BsonDocument run(CommandCall call) {
    String database = Arguments.of(call, FIELDS).requiredText(call.name());
    // A database is named well if a collection in it could be.
    Names.check(new Namespace(database, "c"));
    return new BsonDocument();
  }
}
