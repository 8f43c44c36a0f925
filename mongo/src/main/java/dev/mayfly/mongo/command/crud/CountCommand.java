package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.Command;
import dev.mayfly.mongo.command.CommandArguments;
import java.util.Set;
import org.bson.BsonDocument;

/** {@code count}: expired documents are not counted. */
public record CountCommand(Backend backend) implements Command {
  static final Set<String> FIELDS =
      Set.of("query", "limit", "skip", "hint", "collation", "fields", "queryOptions");

  @Override
  public BsonDocument run(CommandCall call) {
    CommandArguments arguments = CommandArguments.of(call, FIELDS);
    Collection collection = backend.collections().find(arguments.namespace(call));
    BsonDocument filter = arguments.documentOrEmpty("query");
    long skip = arguments.count("skip", 0);
    // Negative limits mean the same as positive ones.
    long limit = Math.abs(arguments.number("limit", 0));
    long most = limit == 0 ? Long.MAX_VALUE : limit;
    boolean plain = collection != null && collection.view() == null && filter.isEmpty();
    MatchingDocuments documents = MatchingDocuments.of(backend, call, arguments, filter);
    long counted =
        plain
            ? Math.min(most, Math.max(0, collection.container().count() - skip))
            : count(documents, skip, most);
    return new BsonDocument("n", Numbers.integer(counted));
  }

  private static long count(MatchingDocuments documents, long skip, long limit) {
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
