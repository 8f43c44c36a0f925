package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.DocumentStreams;
import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.aggregate.PipelineContext.View;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.collection.ViewDepth;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.Backend;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.ReadConcern;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.OpenCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A pipeline over a collection, a view or a database, as a cursor. */
final class Aggregation {
  private final Backend backend;
  private final CommandCall call;
  private final Namespace namespace;
  private final BsonDocument let;
  private final BsonDocument collation;
  private final boolean validated;
  private final Arguments arguments;
  private boolean writes;

  /**
   * @param arguments of the command: let, collation, hint and the like
   */
  Aggregation(Backend backend, CommandCall call, Namespace namespace, Arguments arguments) {
    this.backend = requireNonNull(backend, "backend");
    this.call = requireNonNull(call, "call");
    this.namespace = requireNonNull(namespace, "namespace");
    this.arguments = requireNonNull(arguments, "arguments");
    this.let = arguments.document("let");
    this.collation = arguments.document("collation");
    this.validated = !arguments.flag("bypassDocumentValidation", false);
  }

  /** Whether it writes into a collection, and so delivers nothing. */
  boolean writes() {
    return writes;
  }

  OpenCursor open(List<BsonDocument> stages) {
    Reader reader = new Reader(call);
    DocumentStream documents = stream(stages, reader);
    return new OpenCursor(
        namespace, OpenCursor.owner(call), documents, reader, OpenCursor.Kind.PLAIN);
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
    Settings.hint(collection, hint);
    ParseContext parsing = Settings.parsing(named, collation, let);
    Variables variables =
        Settings.variables(backend.variables(), let).watchedBy(reader::check, reader.made());
    // All of it is parsed before anything is read, so that what is wrong with it is told first.
    Pipeline whole = Pipeline.parse(all, parsing);
    writes = whole.writes();
    if (writes && ReadConcern.isLinearizable(call)) {
      throw new MongoException(
          ErrorCodes.INVALID_OPTIONS,
          all.get(all.size() - 1).getFirstKey()
              + " cannot be used with a 'linearizable' read concern level");
    }
    CollectionContext context = new CollectionContext(backend, from, reader, variables, validated);
    if (whole.hasOwnSource()) {
      return whole.open(DocumentStreams.EMPTY, variables, context);
    }
    if (namespace.collection().startsWith("$cmd")) {
      throw new MongoException(
          ErrorCodes.INVALID_NAMESPACE,
          "{aggregate: 1} is not valid for '"
              + (all.isEmpty() ? "an empty pipeline" : all.get(0).getFirstKey())
              + "'; a collection is required.");
    }
    if (collection != null && whole.isPlainCount()) {
      return DocumentStreams.of(whole.counted(collection.container().count()));
    }
    PipelineSource source = PipelineSource.of(all, collection, parsing, variables, hint);
    Pipeline rest = source.rest() == all ? whole : Pipeline.parse(source.rest(), parsing);
    return rest.open(source.open(reader), variables, context);
  }
}
