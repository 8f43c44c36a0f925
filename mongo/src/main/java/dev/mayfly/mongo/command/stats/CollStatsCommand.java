package dev.mayfly.mongo.command.stats;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code collStats}. */
public final class CollStatsCommand implements Command {
  private final Backend backend;

  public CollStatsCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of("scale", "verbose", "waitForLock"));
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
