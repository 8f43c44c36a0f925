package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.TimeSeries;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Names;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;

public record CreateCommand(Backend backend) implements Command {
  static final Set<String> FIELDS =
      Set.of(
          "capped",
          "autoIndexId",
          "idIndex",
          "size",
          "max",
          "storageEngine",
          "validator",
          "validationLevel",
          "validationAction",
          "indexOptionDefaults",
          "viewOn",
          "pipeline",
          "collation",
          "changeStreamPreAndPostImages",
          ExpiryEventOptions.NAME,
          "timeseries",
          "clusteredIndex",
          "expireAfterSeconds",
          "encryptedFields",
          "recordPreImages",
          "flags",
          "temp");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Names.checkNew(namespace);
    BsonDocument options = CollectionOptions.parse(arguments, namespace);
    if (options.containsKey(TimeSeries.OPTION) && call.arguments().isInTransaction()) {
      throw new MongoException(
          ErrorCodes.OPERATION_NOT_SUPPORTED_IN_TRANSACTION,
          "Cannot create a time-series collection in a multi-document transaction.");
    }
    if (options.containsKey("viewOn")) {
      ViewDefinitions.check(backend.collections(), namespace, options);
    }
    Collection existing = backend.collections().find(namespace);
    if (existing != null
        && !call.arguments().isInTransaction()
        && BsonOrder.SIMPLE.equal(existing.spec().options(), options)) {
      return new BsonDocument();
    }
    if (existing != null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_EXISTS,
          "namespace '%s' already exists, but with different options: %s"
              .formatted(namespace, BsonText.of(existing.spec().options())));
    }
    ExpiryEventOptions events = ExpiryEventOptions.of(arguments);
    if (events.isGiven() && (call.arguments().isInTransaction() || options.containsKey("viewOn"))) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "option not supported on a view or in a transaction: " + ExpiryEventOptions.NAME);
    }
    backend.collections().create(namespace, CollectionSpec.with(options), call);
    if (events.isGiven()) {
      backend.collections().changeExpiryEvents(namespace, events.retention());
    }
    return new BsonDocument();
  }
}
