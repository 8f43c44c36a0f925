package dev.mayfly.mongo.command.stats;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

public record CollStatsCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments =
        CommandArguments.of(call, Set.of("scale", "verbose", "waitForLock"));
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    if (collection != null && collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    BsonDocument reply = new BsonDocument("ns", new BsonString(namespace.toString()));
    reply.putAll(CollectionStats.of(collection, Reports.scale(arguments.value("scale"))));
    return reply;
  }
}
