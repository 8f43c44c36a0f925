package dev.mayfly.mongo.command.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Names;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code renameCollection}. */
public final class RenameCollectionCommand implements Command {
  private final Backend backend;

  public RenameCollectionCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of("to", "dropTarget", "stayTemp"));
    if (!call.database().equals("admin")) {
      throw new MongoException(
          ErrorCodes.UNAUTHORIZED, "renameCollection may only be run against the admin database.");
    }
    Namespace from = namespace(arguments.requiredText(call.name()));
    Namespace to = namespace(arguments.requiredText("to"));
    Collection source = backend.collections().find(from);
    if (source == null) {
      throw new MongoException(
          ErrorCodes.NAMESPACE_NOT_FOUND, "Source collection " + from + " does not exist");
    }
    if (source.view() != null) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW, "cannot rename view: " + from);
    }
    if (from.equals(to)) {
      throw new MongoException(ErrorCodes.ILLEGAL_OPERATION, "Can't rename a collection to itself");
    }
    backend.collections().rename(from, to, arguments.flag("dropTarget", false));
    backend.cursors().killAll(name -> name.equals(from) || name.equals(to));
    return new BsonDocument();
  }

  private static Namespace namespace(String whole) {
    int dot = whole.indexOf('.');
    if (dot < 0) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE, "Invalid namespace specified '" + whole + "'");
    }
    Namespace namespace = new Namespace(whole.substring(0, dot), whole.substring(dot + 1));
    Names.check(namespace);
    return namespace;
  }
}
