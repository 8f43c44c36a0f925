package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

public record DropCommand(Backend backend) implements Command {
  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, Set.of());
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
