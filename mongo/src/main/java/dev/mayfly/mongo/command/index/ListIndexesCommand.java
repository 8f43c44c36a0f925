package dev.mayfly.mongo.command.index;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.catalog.Listed;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code listIndexes}. */
public final class ListIndexesCommand implements Command {
  private static final Set<String> FIELDS =
      Set.of("cursor", "includeBuildUUIDs", "includeIndexBuildInfo");

  private final Backend backend;

  public ListIndexesCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().require(namespace);
    if (collection.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace " + namespace + " is a view, not a collection");
    }
    List<BsonDocument> indexes =
        collection.spec().allIndexes().stream().map(IndexSpec::document).toList();
    return Listed.reply(backend, call, namespace, arguments, indexes);
  }
}
