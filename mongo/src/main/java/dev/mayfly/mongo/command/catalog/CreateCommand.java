package dev.mayfly.mongo.command.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.bson.BsonText;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code create}. */
public final class CreateCommand implements Command {
  private static final Set<String> FIELDS =
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
          "timeseries",
          "clusteredIndex",
          "expireAfterSeconds",
          "encryptedFields",
          "recordPreImages",
          "flags",
          "temp");

  private final Backend backend;

  public CreateCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Names.checkNew(namespace);
    BsonDocument options = CollectionOptions.parse(arguments, namespace);
    if (options.containsKey("viewOn")) {
      ViewDefinitions.check(backend, namespace, options);
    }
    Collection existing = backend.collections().find(namespace);
    if (existing != null && BsonOrder.SIMPLE.equal(existing.spec().options(), options)) {
      return new BsonDocument();
    }
    if (existing != null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_EXISTS,
          "namespace '"
              + namespace
              + "' already exists, but with different options: "
              + BsonText.of(existing.spec().options()));
    }
    backend.collections().create(namespace, CollectionSpec.with(options));
    return new BsonDocument();
  }
}
