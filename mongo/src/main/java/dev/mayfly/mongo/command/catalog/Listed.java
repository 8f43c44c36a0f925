package dev.mayfly.mongo.command.catalog;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.bson.HeapSize;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.cursor.OpenCursor;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** Answers that are lists: delivered as cursors. */
public final class Listed {
  private Listed() {}

  public static BsonDocument reply(
      Backend backend,
      CommandCall call,
      Namespace namespace,
      Arguments arguments,
      List<BsonDocument> documents) {
    BsonDocument cursor = arguments.documentOrEmpty("cursor");
    long batchSize =
        Arguments.of(call.name() + ".cursor", cursor, Set.of("batchSize"))
            .count("batchSize", Long.MAX_VALUE);
    return backend.cursors().first(open(call, namespace, documents), batchSize, false);
  }

  /** A cursor over documents that are there already. */
  public static OpenCursor open(
      CommandCall call, Namespace namespace, List<BsonDocument> documents) {
    Reader reader = new Reader(call);
    documents.forEach(each -> reader.hold(HeapSize.of(each)));
    return new OpenCursor(
        namespace, OpenCursor.owner(call), stream(documents), reader, OpenCursor.Kind.PLAIN);
  }

  private static DocumentStream stream(List<BsonDocument> documents) {
    Iterator<BsonDocument> each = documents.iterator();
    return new DocumentStream() {
      @Override
      public BsonDocument next() {
        return each.hasNext() ? each.next() : null;
      }

      @Override
      public boolean isOver() {
        return !each.hasNext();
      }
    };
  }
}
