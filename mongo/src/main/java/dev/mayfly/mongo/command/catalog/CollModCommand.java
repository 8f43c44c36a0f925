package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.bson.BsonCopies;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.CollectionSpec;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.index.IndexBuilds;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

public record CollModCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of(
          "index",
          "validator",
          "validationLevel",
          "validationAction",
          "viewOn",
          "pipeline",
          "cappedSize",
          "cappedMax",
          "expireAfterSeconds",
          "changeStreamPreAndPostImages",
          ExpiryEventOptions.NAME,
          "recordPreImages",
          "timeseries",
          "dryRun");

  private static final int CANNOT_CONVERT_INDEX_TO_UNIQUE = 359;

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().require(namespace);
    check(arguments, collection);
    ExpiryEventOptions events = ExpiryEventOptions.of(arguments);
    BsonDocument reply = new BsonDocument();
    AtomicReference<CollectionSpec> target = new AtomicReference<>(collection.spec());
    Collection after =
        backend
            .collections()
            .change(
                namespace,
                spec -> {
                  reply.clear();
                  target.set(changed(arguments, spec, namespace, reply));
                  return target.get();
                });
    if (events.isGiven()) {
      after = backend.collections().changeExpiryEvents(namespace, events.retention());
    }
    try {
      // Not the current definition: an index that failed to build may already be gone.
      IndexBuilds.await(backend, call, after, target.get().indexes());
    } catch (MongoException e) {
      if (e.code() != ErrorCodes.DUPLICATE_KEY) {
        throw e;
      }
      restore(namespace, collection.spec());
      throw new MongoException(
          CANNOT_CONVERT_INDEX_TO_UNIQUE,
          "Cannot convert the index to unique. Please resolve conflicting documents before"
              + " running collMod again: "
              + e.getMessage());
    }
    return reply;
  }

  /** An index that could not become unique was dropped: it is restored. */
  private void restore(Namespace namespace, CollectionSpec before) {
    backend.collections().change(namespace, spec -> spec.withIndexes(before.indexes()));
  }

  private static void check(CommandArguments arguments, Collection collection) {
    boolean view = collection.view() != null;
    if (view && arguments.has("index")) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "option not supported on a view: index");
    }
    for (String option : List.of(CollectionSpec.IMAGES, ExpiryEventOptions.NAME)) {
      if (view && arguments.has(option)) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS, "option not supported on a view: " + option);
      }
    }
    if (!view && (arguments.has("viewOn") || arguments.has("pipeline"))) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS, "'viewOn' and 'pipeline' are only for views");
    }
    boolean capped = arguments.has("cappedSize") || arguments.has("cappedMax");
    if (capped && !collection.spec().isCapped()) {
      throw new MongoException(ErrorCodes.INVALID_OPTIONS, "Collection must be capped.");
    }
  }

  private CollectionSpec changed(
      CommandArguments arguments, CollectionSpec spec, Namespace namespace, BsonDocument reply) {
    BsonDocument options = BsonCopies.of(spec.options());
    TimeSeriesOptions.change(arguments, options);
    CollectionOptions.validator(arguments, options, namespace);
    if (arguments.has("viewOn")) {
      options.put("viewOn", new BsonString(arguments.text("viewOn")));
    }
    if (arguments.has("pipeline")) {
      BsonArray pipeline = new BsonArray();
      arguments.documents("pipeline").forEach(stage -> pipeline.add(BsonCopies.of(stage)));
      options.put("pipeline", pipeline);
    }
    if (arguments.has("cappedSize")) {
      options.put("size", new BsonInt64(arguments.count("cappedSize", 0)));
    }
    if (arguments.has("cappedMax")) {
      options.put("max", new BsonInt64(arguments.number("cappedMax", 0)));
    }
    CollectionOptions.images(arguments, options);
    ClusteredOptions.change(arguments, options);
    if (options.containsKey("viewOn")) {
      ViewDefinitions.check(backend.collections(), namespace, options);
    }
    CollectionSpec next = spec.withOptions(options);
    BsonDocument index = arguments.document("index");
    return index == null ? next : IndexChange.of(index, next, namespace, reply);
  }
}
