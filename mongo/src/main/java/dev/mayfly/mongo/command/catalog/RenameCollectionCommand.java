package dev.mayfly.mongo.command.catalog;

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

public record RenameCollectionCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of("to", "dropTarget", "stayTemp"));
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "renameCollection may only be run against the admin database.");
    }
    Namespace from = Namespace.parse(arguments.requiredText(call.name()));
    Namespace to = Namespace.parse(arguments.requiredText("to"));
    Collection source = backend.collections().find(from);
    if (source == null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND, "Source collection " + from + " does not exist");
    }
    if (source.view() != null || source.timeSeries() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "cannot rename " + (source.view() == null ? "time series" : "view") + ": " + from);
    }
    if (from.equals(to)) {
      throw new MongoException(ErrorCodes.ILLEGAL_OPERATION, "Can't rename a collection to itself");
    }
    backend.collections().rename(from, to, arguments.flag("dropTarget", false));
    backend.cursors().killAll(name -> name.equals(from) || name.equals(to));
    return new BsonDocument();
  }
}
