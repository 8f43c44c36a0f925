package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.call.CommandCall;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.KeyBounds;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.CommandArguments;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.cursor.ClientCursor;
import dev.mayfly.mongo.cursor.Cursors;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.error.ErrorCodes;
import dev.mayfly.mongo.error.MongoException;
import dev.mayfly.mongo.expression.Expression;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import dev.mayfly.mongo.namespace.Namespace;
import dev.mayfly.mongo.projection.Projection;
import dev.mayfly.mongo.sort.SortKeyExpression;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * A parsed find.
 *
 * @param projection null for whole documents
 * @param limit {@link Long#MAX_VALUE} for all
 * @param backwards whether documents are read in reverse natural order
 * @param form final transformation of each document; null for none
 */
record FindRequest(
    Query query,
    Projection projection,
    long skip,
    long limit,
    long firstBatch,
    boolean singleBatch,
    boolean backwards,
    ClientCursor.Kind kind,
    FindStream.Form form) {

  /**
   * @param collection null if it does not exist
   */
  static FindRequest parse(CommandArguments arguments, Collection collection, Variables around) {
    BsonDocument let = arguments.document("let");
    ParseContext parsing = QueryOptions.parsing(collection, arguments.document("collation"), let);
    Variables variables = QueryOptions.variables(around, let);
    // A hint on a view applies to the underlying collection.
    boolean isView = collection != null && collection.view() != null;
    String hint = QueryOptions.hint(isView ? null : collection, arguments.value("hint"));
    QueryOptions.isNatural("sort", arguments.document("sort"));
    Query query =
        Query.of(
                arguments.documentOrEmpty("filter"), arguments.document("sort"), parsing, variables)
            .hinting(hint);
    BsonDocument fields = arguments.document("projection");
    Projection projection =
        fields == null || fields.isEmpty()
            ? null
            : Projection.parse(fields, projecting(parsing, query));
    checkTailable(arguments, collection);
    boolean sorted = query.sort() != null || isBackwards(arguments.value("sort"));
    if (arguments.flag("tailable", false) && sorted) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE, "cannot use tailable option with a sort other than {$natural: 1}");
    }
    if (arguments.flag("tailable", false)) {
      if (query.search() != null) {
        throw new MongoException(
            ErrorCodes.BAD_VALUE, "text and tailable cursor not allowed in same query");
      }
      query = query.hinting(Query.NATURAL);
    }
    long limit = arguments.count("limit", 0);
    return new FindRequest(
        bounded(query, arguments, collection),
        projection,
        arguments.count("skip", 0),
        limit == 0 ? Long.MAX_VALUE : limit,
        arguments.count("batchSize", Cursors.FIRST_BATCH),
        arguments.flag("singleBatch", false),
        isLastFirst(arguments),
        kind(arguments),
        RecordProjection.of(arguments, query, collection));
  }

  private static ParseContext projecting(ParseContext parsing, Query query) {
    Expression sortKey = query.sort() == null ? null : new SortKeyExpression(query.sort());
    return parsing.sortedBy(sortKey).with(query.parsing().text().found());
  }

  private static boolean isLastFirst(CommandArguments arguments) {
    BsonDocument sort = arguments.documentOrEmpty("sort");
    boolean hinted = sort.isEmpty() && !arguments.flag("tailable", false);
    return isBackwards(hinted ? arguments.value("hint") : sort);
  }

  /** Whether a sort or a hint asks for reverse natural order. */
  static boolean isBackwards(BsonValue order) {
    BsonValue natural =
        order == null || !order.isDocument() ? null : order.asDocument().get(Query.NATURAL);
    return natural != null && Numbers.isNumber(natural) && Numbers.toDouble(natural) < 0;
  }

  private static Query bounded(Query query, CommandArguments arguments, Collection collection) {
    BsonDocument min = arguments.document("min");
    BsonDocument max = arguments.document("max");
    if (min == null && max == null || collection == null) {
      return query;
    }
    IndexSpec index = QueryOptions.hinted(collection, arguments.value("hint"));
    BsonDocument key = index == null ? null : index.key();
    return query.with(KeyBounds.of(query.filter(), key, min, max, query.order()));
  }

  private static ClientCursor.Kind kind(CommandArguments arguments) {
    if (arguments.flag("tailable", false)) {
      return arguments.flag("awaitData", false)
          ? ClientCursor.Kind.AWAITING
          : ClientCursor.Kind.TAILABLE;
    }
    return arguments.flag("noCursorTimeout", false)
        ? ClientCursor.Kind.UNHURRIED
        : ClientCursor.Kind.PLAIN;
  }

  private static void checkTailable(CommandArguments arguments, Collection collection) {
    boolean tailable = arguments.flag("tailable", false);
    if (arguments.flag("awaitData", false) && !tailable) {
      throw new MongoException(
          ErrorCodes.FAILED_TO_PARSE, "Cannot set 'awaitData' without also setting 'tailable'");
    }
    if (tailable && collection != null && !collection.spec().isCapped()) {
      throw new MongoException(
          ErrorCodes.BAD_VALUE,
          "error processing query: ns=%s tailable cursor requested on non capped collection"
              .formatted(collection.namespace()));
    }
  }

  ClientCursor open(CommandCall call, Namespace namespace, Collection collection, Reader reader) {
    Query watched = watchedBy(reader);
    return new ClientCursor(
        namespace,
        ClientCursor.owner(call),
        new FindStream(items(collection, watched, reader), watched, projection, skip, limit, form),
        reader,
        kind);
  }

  /** Expensive filters check for interruption within a document. */
  private Query watchedBy(Reader reader) {
    return projection == null && query.id() != null
        ? query
        : query.with(query.variables().watchedBy(reader::check, reader.made()), query.parsing());
  }

  private ItemStream items(Collection collection, Query watched, Reader reader) {
    if (collection == null) {
      return ItemStream.EMPTY;
    }
    long needed = limit > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + limit;
    long expected = Math.min(needed, Math.max(firstBatch, 1));
    if (watched.sort() != null) {
      return Candidates.sorted(collection, watched, reader, needed, expected);
    }
    if (backwards) {
      return Candidates.backwards(collection, watched, reader, expected);
    }
    return Candidates.of(collection, watched, reader, expected);
  }
}
