package dev.mayfly.mongo.command.catalog;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** {@code drop}. */
public final class DropCommand implements Command {
  private final Backend backend;

  public DropCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, Set.of());
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    if (collection == null || !backend.collections().drop(namespace)) {
      return new BsonDocument();
    }
    backend.cursors().killAll(namespace::equals);
    BsonDocument reply = new BsonDocument();
    if (collection.view() == null) {
      reply.append("nIndexesWas", new BsonInt32(collection.spec().allIndexes().size()));
    }
    return reply.append("ns", new BsonString(namespace.toString()));
  }
}
