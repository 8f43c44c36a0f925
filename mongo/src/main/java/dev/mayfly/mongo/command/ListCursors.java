package dev.mayfly.mongo.command;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.cursor.ClientCursor;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** Replies that are lists, returned as cursors. */
public final class ListCursors {
  private ListCursors() {}

  public static BsonDocument reply(
      Backend backend,
      CommandCall call,
      Namespace namespace,
      CommandArguments arguments,
      List<BsonDocument> documents) {
    BsonDocument cursor = arguments.documentOrEmpty("cursor");
    long batchSize =
        CommandArguments.of(call.name() + ".cursor", cursor, Set.of("batchSize"))
            .count("batchSize", Long.MAX_VALUE);
    return backend.cursors().first(open(call, namespace, documents), batchSize, false);
  }

  /** A cursor over documents in memory. */
  public static ClientCursor open(
      CommandCall call, Namespace namespace, List<BsonDocument> documents) {
    Reader reader = new Reader(call);
    documents.forEach(each -> reader.charge(HeapSize.of(each)));
    return new ClientCursor(
        namespace, ClientCursor.owner(call), stream(documents), reader, ClientCursor.Kind.PLAIN);
  }

  private static DocumentStream stream(List<BsonDocument> documents) {
    Iterator<BsonDocument> each = documents.iterator();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return each.hasNext() ? each.next() : null;
      }

      @Override
      public boolean isExhausted() {
        return !each.hasNext();
      }
    };
  }
}
