package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.PipelineContext.View;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.collection.ViewDepth;
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
import dev.mayfly.mongo.plan.TextPlacement;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Runs a pipeline over a collection, a view or a database. */
final class Aggregation {
  private final Backend backend;
  private final CommandCall call;
  private final Namespace namespace;
  private final BsonDocument let;
  private final BsonDocument collation;
  private final boolean validated;
  private final CommandArguments arguments;
  private boolean writes;

  /**
   * @param arguments of the command: let, collation, hint and the like
   */
  Aggregation(Backend backend, CommandCall call, Namespace namespace, CommandArguments arguments) {
    this.backend = backend;
    this.call = call;
    this.namespace = namespace;
    this.arguments = arguments;
    this.let = arguments.document("let");
    this.collation = arguments.document("collation");
    this.validated = !arguments.flag("bypassDocumentValidation", false);
  }

  /** Whether it ends in {@code $out} or {@code $merge}. */
  boolean writes() {
    return writes;
  }

  ClientCursor open(List<BsonDocument> stages) {
    Reader reader = backend.reader(call, arguments);
    DocumentStream documents = stream(stages, reader);
    return new ClientCursor(
        namespace, ClientCursor.owner(call), documents, reader, ClientCursor.Kind.PLAIN);
  }

  DocumentStream stream(List<BsonDocument> stages, Reader reader) {
    Namespace from = namespace;
    List<BsonDocument> all = stages;
    Collection collection = backend.collections().find(from);
    Collection named = collection;
    for (int depth = 0; collection != null && collection.view() != null; depth++) {
      View view = collection.view();
      ViewDepth.check(depth);
      List<BsonDocument> longer = new ArrayList<>(view.pipeline());
      longer.addAll(all);
      all = longer;
      from = view.on();
      collection = backend.collections().find(from);
    }
    BsonValue hint = ViewFind.hint(arguments);
    QueryOptions.hint(collection, hint);
    ParseContext parsing =
        TextPlacement.searching(
            all,
            CollectionContext.texts(backend, from),
            QueryOptions.parsing(named, collation, let).asFolded());
    Variables variables =
        QueryOptions.variables(backend.variables(), let).watchedBy(reader::check, reader.made());
    // The whole pipeline is parsed before anything is read, so that errors are reported first.
    Pipeline whole = Pipeline.parse(all, parsing);
    writes = whole.writes();
    if (writes) {
      ReadConcern.checkOutput(call, all.get(all.size() - 1).getFirstKey());
    }
    CollectionContext context = new CollectionContext(backend, from, reader, variables, validated);
    if (whole.hasOwnSource()) {
      return whole.open(DocumentStreams.EMPTY, variables, context);
    }
    if (namespace.collection().startsWith("$cmd")) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE,
          "{aggregate: 1} is not valid for '%s'; a collection is required."
              .formatted((all.isEmpty() ? "an empty pipeline" : all.get(0).getFirstKey())));
    }
    if (collection != null && !collection.container().isView() && whole.isPlainCount()) {
      return DocumentStreams.of(whole.counted(collection.container().count()));
    }
    PipelineSource source = PipelineSource.of(all, collection, parsing, variables, hint);
    Pipeline rest = source.rest() == all ? whole : source.parseRest(parsing);
    return rest.open(source.open(reader), variables, context);
  }
}
