package dev.mayfly.mongo.command.stats;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code validate}: the counts of a collection; the storage is verified offline. */
public record ValidateCommand(Backend backend) implements Command {
  // The last one is obsolete, but drivers still send it.
  private static final Set<String> FIELDS =
      Set.of(
          "full",
          "repair",
          "metadata",
          "checkBSONConformance",
          "background",
          "fixMultikey",
          "scandata");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    if (collection == null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND,
          "Collection '" + namespace + "' does not exist to validate.");
    }
    if (collection.view() != null) {
      throw new MongoException(ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW, "Cannot validate a view");
    }
    BsonValue records = Numbers.integer(collection.container().live().items());
    BsonDocument keys = new BsonDocument();
    BsonDocument details = new BsonDocument();
    for (IndexSpec index : collection.spec().allIndexes()) {
      keys.append(index.name(), records);
      details.append(index.name(), new BsonDocument("valid", BsonBoolean.TRUE));
    }
    return new BsonDocument("ns", new BsonString(namespace.toString()))
        .append("nInvalidDocuments", new BsonInt32(0))
        .append("nNonCompliantDocuments", new BsonInt32(0))
        .append("nrecords", records)
        .append("nIndexes", new BsonInt32(keys.size()))
        .append("keysPerIndex", keys)
        .append("indexDetails", details)
        .append("valid", BsonBoolean.TRUE)
        .append("repaired", BsonBoolean.FALSE)
        .append("warnings", new BsonArray())
        .append("errors", new BsonArray())
        .append("extraIndexEntries", new BsonArray())
        .append("missingIndexEntries", new BsonArray())
        .append("corruptRecords", new BsonArray());
  }
}
