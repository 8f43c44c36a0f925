package dev.mayfly.mongo.command.index;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.ListCursors;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

public record ListIndexesCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS =
      Set.of("cursor", "includeBuildUUIDs", "includeIndexBuildInfo");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().require(namespace);
    if (collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    List<BsonDocument> indexes =
        collection.spec().allIndexes().stream().map(IndexSpec::document).toList();
    return ListCursors.reply(backend, call, namespace, arguments, indexes);
  }
}
