package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.Namespace;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.KeyBounds;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Arguments;
import dev.mayfly.mongo.command.CommandCall;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.cursor.OpenCursor;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.projection.Projection;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A find, understood.
 *
 * @param projection null for whole documents
 * @param limit {@link Long#MAX_VALUE} for all
 * @param backwards whether the last document comes first, whatever it holds
 * @param form what becomes of each document in the end; null for nothing
 */
record Find(
    Query query,
    Projection projection,
    long skip,
    long limit,
    long firstBatch,
    boolean singleBatch,
    boolean backwards,
    OpenCursor.Kind kind,
    FindStream.Form form) {

  /**
   * @param collection null if it does not exist
   */
  static Find parse(Arguments arguments, Collection collection, Variables around) {
    BsonDocument let = arguments.document("let");
    ParseContext parsing = Settings.parsing(collection, arguments.document("collation"), let);
    Variables variables = Settings.variables(around, let);
    // A hint at a view is about the collection that it shows: its pipeline looks to it.
    boolean isView = collection != null && collection.view() != null;
    String hint = Settings.hint(isView ? null : collection, arguments.value("hint"));
    Settings.isNatural("sort", arguments.document("sort"));
    Query query =
        Query.of(
                arguments.documentOrEmpty("filter"), arguments.document("sort"), parsing, variables)
            .hinting(hint);
    BsonDocument fields = arguments.document("projection");
    Projection projection =
        fields == null || fields.isEmpty() ? null : Projection.parse(fields, parsing);
    checkTailable(arguments, collection);
    boolean sorted = query.sort() != null || isBackwards(arguments.value("sort"));
    if (arguments.flag("tailable", false) && sorted) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "cannot use tailable option with a sort other than {$natural: 1}");
    }
    if (arguments.flag("tailable", false)) {
      query = query.hinting(Query.NATURAL);
    }
    long limit = arguments.count("limit", 0);
    return new Find(
        bounded(query, arguments, collection),
        projection,
        arguments.count("skip", 0),
        limit == 0 ? Long.MAX_VALUE : limit,
        arguments.count("batchSize", Cursors.FIRST_BATCH),
        arguments.flag("singleBatch", false),
        isLastFirst(arguments),
        kind(arguments),
        RecordForm.of(arguments, query, collection));
  }

  private static boolean isLastFirst(Arguments arguments) {
    BsonDocument sort = arguments.documentOrEmpty("sort");
    boolean hinted = sort.isEmpty() && !arguments.flag("tailable", false);
    return isBackwards(hinted ? arguments.value("hint") : sort);
  }

  /** Whether a sort or a hint asks for the last document first, whatever it holds. */
  static boolean isBackwards(BsonValue order) {
    BsonValue natural =
        order == null || !order.isDocument() ? null : order.asDocument().get(Query.NATURAL);
    return natural != null && Numbers.isNumber(natural) && Numbers.toDouble(natural) < 0;
  }

  private static Query bounded(Query query, Arguments arguments, Collection collection) {
    BsonDocument min = arguments.document("min");
    BsonDocument max = arguments.document("max");
    if (min == null && max == null || collection == null) {
      return query;
    }
    IndexSpec index = Settings.hinted(collection, arguments.value("hint"));
    BsonDocument key = index == null ? null : index.key();
    return query.with(KeyBounds.of(query.filter(), key, min, max, query.order()));
  }

  private static OpenCursor.Kind kind(Arguments arguments) {
    if (arguments.flag("tailable", false)) {
      return arguments.flag("awaitData", false)
          ? OpenCursor.Kind.AWAITING
          : OpenCursor.Kind.TAILABLE;
    }
    return arguments.flag("noCursorTimeout", false)
        ? OpenCursor.Kind.UNHURRIED
        : OpenCursor.Kind.PLAIN;
  }

  private static void checkTailable(Arguments arguments, Collection collection) {
    boolean tailable = arguments.flag("tailable", false);
    if (arguments.flag("awaitData", false) && !tailable) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
    }
    if (tailable && collection != null && !collection.spec().isCapped()) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "error processing query: ns="
              + collection.namespace()
              + " tailable cursor requested on non capped collection");
    }
  }

  /** What it finds, as a cursor. */
  OpenCursor open(CommandCall call, Namespace namespace, Collection collection) {
    Reader reader = new Reader(call);
    Query watched = watchedBy(reader);
    return new OpenCursor(
        namespace,
        OpenCursor.owner(call),
        new FindStream(items(collection, watched, reader), watched, projection, skip, limit, form),
        reader,
        kind);
  }

  /** What may take long notices in the middle of a document when it should end. */
  private Query watchedBy(Reader reader) {
    return projection == null && query.id() != null
        ? query
        : query.with(query.variables().watchedBy(reader::check, reader.made()), query.parsing());
  }

  private ItemStream items(Collection collection, Query watched, Reader reader) {
    if (collection == null) {
      return ItemStream.EMPTY;
    }
    long wanted = limit > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + limit;
    long expected = Math.min(wanted, Math.max(firstBatch, 1));
    if (watched.sort() != null) {
      return Candidates.sorted(collection, watched, reader, wanted, expected);
    }
    if (backwards) {
      return Candidates.backwards(collection, watched, reader, expected);
    }
    return Candidates.of(collection, watched, reader, expected);
  }
}
