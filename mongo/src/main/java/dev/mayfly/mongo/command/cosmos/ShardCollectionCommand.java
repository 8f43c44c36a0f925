package dev.mayfly.mongo.command.cosmos;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** {@code shardCollection}: the collection is made; one server holds all of it anyway. */
public final class ShardCollectionCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("key", "unique", "numInitialChunks", "collation", "presplitHashedZones", "timeseries");

  private final Backend backend;

  public ShardCollectionCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    arguments.requiredDocument("key");
    String whole = arguments.requiredText(call.name());
    int dot = whole.indexOf('.');
    if (dot < 0) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + whole + "'");
    }
    Namespace namespace = new Namespace(whole.substring(0, dot), whole.substring(dot + 1));
    Names.check(namespace);
    backend.collections().orCreate(namespace);
    return new BsonDocument("_t", new BsonString("ShardCollectionResponse"))
        .append("collectionsharded", new BsonString(whole));
  }
}
