package dev.mayfly.mongo.command.cosmos;

import dev.mayfly.engine.catalog.Database;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.ru.Throughput;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.index.IndexBuilds;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.Failures;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.index.IndexSpecs;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * {@code customAction}: databases and collections with throughput, an extension of Azure Cosmos DB.
 */
public record CustomActionCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "collection",
          "offerThroughput",
          "autoScaleSettings",
          "shardKey",
          "indexes",
          "startAtOperationTime");

  @Override
  public BsonDocument run(CommandCall call) {
    try {
      return act(call);
    } catch (RuntimeException e) {
      MongoException translated = Failures.translate(e);
      BsonDocument details = translated.details().clone();
      throw translated.with(details.append("errMsg", new BsonString(translated.getMessage())));
    }
  }

  private BsonDocument act(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    String action = arguments.requiredText(call.name());
    Names.checkDatabase(call.database());
    return switch (action) {
      case "CreateDatabase" -> createDatabase(call, arguments);
      case "UpdateDatabase" -> updateDatabase(call, arguments);
      case "GetDatabase" -> getDatabase(call);
      case "CreateCollection" -> createCollection(call, arguments);
      case "UpdateCollection" -> updateCollection(call, arguments);
      case "GetCollection" -> getCollection(call, arguments);
      default ->
          throw new MongoException(
              ErrorCodes.COMMAND_NOT_SUPPORTED,
              "The custom action '" + action + "' is not supported");
    };
  }

  /** Null if not given. */
  private static Throughput throughput(CommandArguments arguments) {
    BsonDocument autoscale = arguments.document("autoScaleSettings");
    if (autoscale != null) {
      BsonValue most = autoscale.get("maxThroughput");
      if (most == null || !Numbers.isNumber(most)) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE, "'autoScaleSettings' needs a number 'maxThroughput'");
      }
      return Throughput.autoscale((long) Numbers.toDouble(most));
    }
    return arguments.has("offerThroughput")
        ? Throughput.manual(arguments.number("offerThroughput", 0))
        : null;
  }

  private BsonDocument createDatabase(CommandCall call, CommandArguments arguments) {
    Throughput requested = throughput(arguments);
    backend
        .engine()
        .createDatabase(
            call.database(), requested == null ? Throughput.NONE : requested, new BsonDocument());
    return new BsonDocument();
  }

  private BsonDocument updateDatabase(CommandCall call, CommandArguments arguments) {
    Throughput requested = throughput(arguments);
    Database before = database(call);
    if (requested == null) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "UpdateDatabase needs 'offerThroughput' or 'autoScaleSettings'");
    }
    backend.engine().replaceDatabase(before.name(), requested, before.opaque());
    return new BsonDocument();
  }

  private Database database(CommandCall call) {
    try {
      return backend.engine().database(call.database());
    } catch (EngineException e) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND, "Database " + call.database() + " does not exist", e);
    }
  }

  private BsonDocument getDatabase(CommandCall call) {
    Database database = database(call);
    return described(new BsonDocument(), database.name(), database.throughput());
  }

  private static BsonDocument described(
      BsonDocument reply, String database, Throughput throughput) {
    reply.append("database", new BsonString(database));
    if (throughput.kind() == Throughput.Kind.MANUAL) {
      reply.append("provisionedThroughput", new BsonInt32((int) throughput.ruPerSecond()));
    } else if (throughput.kind() == Throughput.Kind.AUTOSCALE) {
      reply.append(
          "autoScaleSettings",
          new BsonDocument("maxThroughput", new BsonInt32((int) throughput.ruPerSecond())));
    }
    return reply;
  }

  private static Namespace namespace(CommandCall call, CommandArguments arguments) {
    Namespace namespace = new Namespace(call.database(), arguments.requiredText("collection"));
    Names.check(namespace);
    return namespace;
  }

  private BsonDocument createCollection(CommandCall call, CommandArguments arguments) {
    Namespace namespace = namespace(call, arguments);
    Throughput requested = throughput(arguments);
    List<IndexSpec> indexes = indexes(arguments);
    BsonDocument options = new BsonDocument();
    String shardKey = arguments.text("shardKey");
    if (shardKey != null) {
      options.append(
          CollectionSpec.SHARD_KEY, new BsonDocument(shardKey, new BsonString("hashed")));
    }
    CollectionSpec spec =
        CollectionSpec.with(options).withIndexes(indexes == null ? List.of() : indexes);
    backend.collections().create(namespace, spec, call);
    if (requested != null) {
      backend.collections().changeThroughput(namespace, requested);
    }
    return new BsonDocument();
  }

  private BsonDocument updateCollection(CommandCall call, CommandArguments arguments) {
    Namespace namespace = namespace(call, arguments);
    Throughput requested = throughput(arguments);
    List<IndexSpec> indexes = indexes(arguments);
    backend.collections().require(namespace);
    if (indexes != null) {
      Collection after = backend.collections().change(namespace, spec -> spec.withIndexes(indexes));
      IndexBuilds.await(backend, call, after, indexes);
    }
    if (requested != null) {
      backend.collections().changeThroughput(namespace, requested);
    }
    return new BsonDocument();
  }

  /** Without the one on _id, which is required; null if not given. */
  private static List<IndexSpec> indexes(CommandArguments arguments) {
    List<BsonDocument> sent = arguments.documents("indexes");
    if (sent == null) {
      return null;
    }
    List<IndexSpec> indexes = new ArrayList<>();
    boolean onId = false;
    for (BsonDocument each : sent) {
      IndexSpec index = new IndexSpecs(true).parse(each, null);
      if (index.name().equals("_id_")) {
        onId = true;
      } else {
        indexes.add(index);
      }
    }
    if (!onId) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "The indexes must include the one on _id: {key: {_id: 1}, name: '_id_1'}");
    }
    return indexes;
  }

  private BsonDocument getCollection(CommandCall call, CommandArguments arguments) {
    Namespace namespace = namespace(call, arguments);
    Collection collection = backend.collections().require(namespace);
    BsonDocument reply = new BsonDocument();
    described(reply, namespace.database(), collection.container().definition().throughput());
    reply.append("collection", new BsonString(namespace.collection()));
    BsonValue shardKey = collection.spec().options().get(CollectionSpec.SHARD_KEY);
    if (shardKey != null) {
      reply.append("shardKeyDefinition", shardKey);
    }
    return reply;
  }
}
