package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code count}: only the living are counted. */
public final class CountCommand implements Command {
  static final Set<String> FIELDS =
      Set.of("query", "limit", "skip", "hint", "collation", "fields", "queryOptions");

  private final Backend backend;

  public CountCommand(Backend backend) {
    this.backend = requireNonNull(backend, "backend");
  }

  @Override
  public BsonDocument run(CommandCall call) {
    Arguments arguments = Arguments.of(call, FIELDS);
    Collection collection = backend.collections().find(arguments.namespace(call));
    BsonDocument filter = arguments.documentOrEmpty("query");
    long skip = arguments.count("skip", 0);
    // A negative limit is the same as a positive one.
    long limit = Math.abs(arguments.number("limit", 0));
    long most = limit == 0 ? Long.MAX_VALUE : limit;
    boolean plain = collection != null && collection.view() == null && filter.isEmpty();
    Documents documents = Documents.of(backend, call, arguments, filter);
    long counted =
        plain
            ? Math.min(most, Math.max(0, collection.container().count() - skip))
            : count(documents, skip, most);
    return new BsonDocument("n", Numbers.integer(counted));
  }

  private static long count(Documents documents, long skip, long limit) {
    long toSkip = skip;
    long counted = 0;
    try (DocumentStream stream = documents.stream()) {
      while (counted < limit && stream.next() != null) {
        if (toSkip > 0) {
          toSkip--;
        } else {
          counted++;
        }
      }
    }
    return counted;
  }
}
