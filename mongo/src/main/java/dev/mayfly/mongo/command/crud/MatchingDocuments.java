package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import org.bson.BsonDocument;

/** The documents of a collection or view that match a query, for commands that read all of them. */
record MatchingDocuments(DocumentStream stream, BsonOrder order) {
  static MatchingDocuments of(
      Backend backend, CommandCall call, CommandArguments arguments, BsonDocument filter) {
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    ParseContext parsing = QueryOptions.parsing(collection, arguments.document("collation"), null);
    if (collection != null && collection.view() != null) {
      DocumentStream shown =
          new Aggregation(backend, call, namespace, arguments)
              .stream(List.of(new BsonDocument("$match", filter)), backend.reader(call, arguments));
      return new MatchingDocuments(shown, parsing.order());
    }
    String hint = QueryOptions.hint(collection, arguments.value("hint"));
    Query query = Query.of(filter, null, parsing, call.watched(backend.variables())).hinting(hint);
    ItemStream items =
        collection == null
            ? ItemStream.EMPTY
            : Candidates.of(collection, query, new Reader(call), Long.MAX_VALUE);
    return new MatchingDocuments(
        new FindStream(items, query, null, 0, Long.MAX_VALUE), parsing.order());
  }
}
