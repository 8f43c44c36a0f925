package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.FindStream;
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
    Query query =
        Query.of(
            arguments.documentOrEmpty("query"),
            null,
            Settings.parsing(collection, arguments.document("collation"), null),
            backend.variables());
    Settings.checkHint(collection, arguments.value("hint"));
    long skip = arguments.count("skip", 0);
    // A negative limit is the same as a positive one.
    long limit = Math.abs(arguments.number("limit", 0));
    long counted =
        collection == null
            ? 0
            : count(call, collection, query, skip, limit == 0 ? Long.MAX_VALUE : limit);
    return new BsonDocument("n", Numbers.integer(counted));
  }

  private static long count(
      CommandCall call, Collection collection, Query query, long skip, long limit) {
    if (query.document().isEmpty()) {
      return Math.min(limit, Math.max(0, collection.container().count() - skip));
    }
    Reader reader = new Reader(call);
    ItemStream candidates =
        Candidates.of(collection, query.document(), query.order(), reader, limit);
    FindStream found = new FindStream(candidates, query, null, skip, limit);
    long counted = 0;
    while (found.next() != null) {
      counted++;
    }
    return counted;
  }
}
