package dev.mayfly.mongo.command.stats;

import static java.util.Objects.requireNonNull;

import dev.mayfly.engine.count.Tally;
import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;

/** {@code dataSize}. */
public final class DataSizeCommand implements Command {
  private static final Set<String> FIELDS = Set.of("keyPattern", "min", "max", "estimate");

  private final Backend backend;

  public DataSizeCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
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
