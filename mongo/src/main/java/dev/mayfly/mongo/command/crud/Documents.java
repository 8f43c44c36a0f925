package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.BsonOrder;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.expression.ParseContext;
import java.util.List;
import org.bson.BsonDocument;

/** What matches a query in a collection or view, for commands that look at all of it. */
record Documents(DocumentStream stream, BsonOrder order) {
  static Documents of(Backend backend, CommandCall call, Arguments arguments, BsonDocument filter) {
    Namespace namespace = arguments.namespace(call);
    Collection collection = backend.collections().find(namespace);
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), null);
    if (collection != null && collection.view() != null) {
      DocumentStream shown =
          new Aggregation(backend, call, namespace, arguments)
              .stream(List.of(new BsonDocument("$match", filter)), new Reader(call));
      return new Documents(shown, parsing.order());
    }
    String hint = Settings.hint(collection, arguments.value("hint"));
    Query query = Query.of(filter, null, parsing, call.watched(backend.variables())).hinting(hint);
    ItemStream items =
        collection == null
            ? ItemStream.EMPTY
            : Candidates.of(collection, query, new Reader(call), Long.MAX_VALUE);
    return new Documents(new FindStream(items, query, null, 0, Long.MAX_VALUE), parsing.order());
  }
}
