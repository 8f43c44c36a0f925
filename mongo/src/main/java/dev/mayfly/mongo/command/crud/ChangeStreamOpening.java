package dev.mayfly.mongo.command.crud;

import dev.mayfly.engine.feed.Operations;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.changestream.ChangeStream;
import dev.mayfly.mongo.changestream.ChangeStreamOptions;
import dev.mayfly.mongo.changestream.ChangeStreams;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.command.ReadConcern;
import dev.mayfly.mongo.cursor.ClientCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.namespace.Namespace;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;

/** An aggregation that begins with {@code $changeStream}. */
record ChangeStreamOpening(
    Backend backend, CommandCall call, Namespace namespace, CommandArguments arguments) {
  private static final String STAGE = "$changeStream";
  private static final String SPLIT = "$changeStreamSplitLargeEvent";
  private static final Set<String> INTERNAL = Set.of("admin", "config", "local");
  private static final Set<String> ALLOWED =
      Set.of(
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$redact");

  static boolean isOne(List<BsonDocument> stages) {
    return !stages.isEmpty() && stages.get(0).size() == 1 && stages.get(0).containsKey(STAGE);
  }

  ClientCursor open(List<BsonDocument> stages) {
    ChangeStreamOptions options = ChangeStreamOptions.parse(stages.get(0).get(STAGE));
    Operations.Scope scope = scope(options);
    if (!ReadConcern.isMajorityOrDefault(call)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          "$changeStream cannot run with a readConcern other than 'majority'");
    }
    List<BsonDocument> rest = stages.subList(1, stages.size());
    boolean splits = !rest.isEmpty() && rest.get(rest.size() - 1).containsKey(SPLIT);
    List<BsonDocument> own = splits ? rest.subList(0, rest.size() - 1) : rest;
    own.forEach(ChangeStreamOpening::check);
    Reader reader = new Reader(call);
    ChangeStream stream =
        ChangeStreams.open(
            options, backend.collections(), scope, reader, piped(own, reader)::apply, splits);
    return new ClientCursor(
        namespace, ClientCursor.owner(call), stream, reader, ClientCursor.Kind.CHANGE_STREAM);
  }

  private static void check(BsonDocument stage) {
    String name = stage.isEmpty() ? "" : stage.getFirstKey();
    if (name.equals(STAGE)) {
      throw new MongoException(40602, STAGE + " is only valid as the first stage in a pipeline.");
    }
    if (name.equals(SPLIT)) {
      throw new MongoException(7182802, SPLIT + " must be the last stage in the pipeline");
    }
    // What is no stage at all is refused when the pipeline is parsed.
    if (name.startsWith("$") && !ALLOWED.contains(name)) {
      throw new MongoException(
          ErrorCodes.ILLEGAL_OPERATION, name + " is not permitted in a $changeStream pipeline");
    }
  }

  private Operations.Scope scope(ChangeStreamOptions options) {
    boolean whole = namespace.collection().equals("$cmd.aggregate");
    String database = namespace.database();
    if (options.allChangesForCluster()) {
      if (!whole || !database.equals("admin")) {
        throw new MongoException(
            ErrorCodes.INVALID_OPTIONS,
            "A $changeStream with 'allChangesForCluster:true' may only be opened on the 'admin'"
                + " database, and with no collection name; found "
                + namespace);
      }
      return new Operations.Scope(null, null);
    }
    if (INTERNAL.contains(database)) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE,
          "$changeStream may not be opened on the internal " + database + " database");
    }
    if (whole) {
      return new Operations.Scope(database, null);
    }
    if (namespace.collection().startsWith("system.")) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE,
          "$changeStream may not be opened on the internal " + namespace + " collection");
    }
    Collection collection = backend.collections().find(namespace);
    if (collection != null && (collection.view() != null || collection.timeSeries() != null)) {
      throw new MongoException(
          ErrorCodes.COMMAND_NOT_SUPPORTED_ON_VIEW,
          "Namespace %s is a %s, not a collection"
              .formatted(namespace, collection.view() == null ? "timeseries collection" : "view"));
    }
    return new Operations.Scope(database, namespace.collection());
  }

  private Piped piped(List<BsonDocument> stages, Reader reader) {
    ParseContext parsing =
        QueryOptions.parsing(null, arguments.document("collation"), arguments.document("let"));
    Variables variables =
        QueryOptions.variables(backend.variables(), arguments.document("let"))
            .watchedBy(reader::check, reader.made());
    CollectionContext context = new CollectionContext(backend, namespace, reader, variables, false);
    return new Piped(Pipeline.parse(stages, parsing), variables, context);
  }

  /** Sends one event after the other through the stages. */
  private static final class Piped implements DocumentStream {
    private final DocumentStream out;
    private BsonDocument event;

    private Piped(Pipeline pipeline, Variables variables, CollectionContext context) {
      this.out = pipeline.isEmpty() ? this : pipeline.openUnchecked(this, variables, context);
    }

    private BsonDocument apply(BsonDocument next) {
      event = next;
      return out.next();
    }

    @Override
    public BsonDocument next() {
      BsonDocument once = event;
      event = null;
      return once;
    }
  }
}
