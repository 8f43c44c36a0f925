package dev.mayfly.mongo.command.stats;

import dev.mayfly.engine.read.Tally;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

public record DataSizeCommand(Backend backend) implements Command {
  private static final Set<String> FIELDS = Set.of("keyPattern", "min", "max", "estimate");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    String whole = arguments.requiredText(call.name());
    int dot = whole.indexOf('.');
    Namespace namespace =
        dot < 0
            ? new Namespace(call.database(), whole)
            : new Namespace(whole.substring(0, dot), whole.substring(dot + 1));
    Collection collection = backend.collections().find(namespace);
    Tally live = collection == null ? null : collection.container().live();
    return new BsonDocument("estimate", BsonBoolean.FALSE)
        .append("size", new BsonInt64(live == null ? 0 : live.bytes()))
        .append("numObjects", new BsonInt64(live == null ? 0 : live.items()))
        .append("millis", new BsonInt32(0));
  }
}
