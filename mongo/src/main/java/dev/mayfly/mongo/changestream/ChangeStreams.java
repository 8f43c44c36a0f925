package dev.mayfly.mongo.changestream;

import dev.mayfly.engine.feed.Operations;
import dev.mayfly.mongo.collection.CollectionCatalog;
import dev.mayfly.mongo.collection.Reader;
import java.util.function.UnaryOperator;
import org.bson.BsonDocument;

/** Opens change streams. */
public final class ChangeStreams {
  private ChangeStreams() {}

  /**
   * Opens a stream.
   *
   * @param stages what events pass; null for what is filtered out
   * @param splits whether large events are split
   */
  public static ChangeStream open(
      ChangeStreamOptions options,
      CollectionCatalog collections,
      Operations.Scope scope,
      Reader reader,
      UnaryOperator<BsonDocument> stages,
      boolean splits) {
    Operations operations = collections.engine().operations();
    ChangeStream stream =
        new ChangeStream(
            operations,
            scope,
            StreamStart.of(options, operations, scope),
            new ChangeEvents(options, collections),
            reader,
            splits);
    stream.through(stages);
    return stream;
  }
}
