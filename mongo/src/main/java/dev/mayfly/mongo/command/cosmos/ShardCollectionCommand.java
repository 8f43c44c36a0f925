package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code shardCollection}: creates the collection; there is one server only. */
public record ShardCollectionCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of("key", "unique", "numInitialChunks", "collation", "presplitHashedZones", "timeseries");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    arguments.requiredDocument("key");
    String whole = arguments.requiredText(call.name());
    backend.collections().orCreate(Namespace.parse(whole), call);
    return new BsonDocument("_t", new BsonString("ShardCollectionResponse"))
        .append("collectionsharded", new BsonString(whole));
  }
}
