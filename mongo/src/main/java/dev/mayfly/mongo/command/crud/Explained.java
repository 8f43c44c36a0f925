package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Access;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.KeyBounds;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.Settings;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.index.IndexSpec;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * What a command reads, to be told and not done.
 *
 * @param collection null if it does not exist
 * @param sort null for none
 * @param limit {@link Long#MAX_VALUE} for all
 */
record Explained(Collection collection, Query query, BsonDocument sort, long skip, long limit) {
  Explained {
    requireNonNull(query, "query");
  }

  /**
   * @param name of the command
   */
  static Explained of(
      String name, BsonDocument command, Collection collection, Variables variables) {
    BsonDocument stated =
        switch (name) {
          case "update" -> first(command.get("updates"));
          case "delete" -> first(command.get("deletes"));
          default -> command;
        };
    BsonValue hint = stated.get("hint");
    BsonDocument let = document(command, "let");
    ParseContext parsing = Settings.parsing(collection, document(stated, "collation"), let);
    Variables all = Settings.variables(variables, let);
    if (name.equals("aggregate")) {
      return of(stages(command), collection, parsing, all, hint);
    }
    String filter =
        switch (name) {
          case "find" -> "filter";
          case "update", "delete" -> "q";
          default -> "query";
        };
    BsonDocument sort = document(stated, "sort");
    BsonDocument matched = document(stated, filter);
    Query query =
        Query.of(matched == null ? new BsonDocument() : matched, sort, parsing, all)
            .hinting(Settings.hint(collection, hint));
    if (collection != null && (stated.containsKey("min") || stated.containsKey("max"))) {
      IndexSpec index = Settings.hinted(collection, hint);
      BsonDocument key = index == null ? null : index.key();
      BsonDocument min = document(stated, "min");
      BsonDocument max = document(stated, "max");
      query = query.with(KeyBounds.of(query.filter(), key, min, max, query.order()));
    }
    boolean one =
        name.equals("findAndModify")
            || name.equals("update") && !isTrue(stated.get("multi"))
            || name.equals("delete") && number(stated, "limit") == 1;
    long limit = one ? 1 : name.equals("delete") ? 0 : Math.abs(number(stated, "limit"));
    return new Explained(
        collection, query, sort, number(stated, "skip"), limit == 0 ? Long.MAX_VALUE : limit);
  }

  /** What a pipeline reads. */
  static Explained of(
      List<BsonDocument> stages,
      Collection collection,
      ParseContext parsing,
      Variables variables,
      BsonValue hint) {
    Pipeline.parse(stages, parsing);
    PipelineSource source = PipelineSource.of(stages, collection, parsing, variables, hint);
    return new Explained(collection, source.query(), source.sort(), 0, source.limit());
  }

  private static List<BsonDocument> stages(BsonDocument command) {
    BsonValue pipeline = command.get("pipeline");
    return pipeline == null || !pipeline.isArray()
        ? List.of()
        : pipeline.asArray().stream().map(BsonValue::asDocument).toList();
  }

  private static BsonDocument first(BsonValue statements) {
    boolean none = statements == null || !statements.isArray() || statements.asArray().isEmpty();
    BsonValue first = none ? null : statements.asArray().get(0);
    return first != null && first.isDocument() ? first.asDocument() : new BsonDocument();
  }

  private static BsonDocument document(BsonDocument command, String field) {
    BsonValue value = command.get(field);
    return value != null && value.isDocument() ? value.asDocument() : null;
  }

  private static boolean isTrue(BsonValue value) {
    return value != null && value.isBoolean() && value.asBoolean().getValue();
  }

  private static long number(BsonDocument command, String field) {
    BsonValue value = command.get(field);
    return value != null && Numbers.isNumber(value) ? (long) Numbers.toDouble(value) : 0;
  }

  private boolean isRead() {
    return collection != null && collection.view() == null;
  }

  /** The stages in which it is read. */
  BsonDocument plan(Reader reader) {
    if (collection == null) {
      return new BsonDocument("stage", new BsonString("EOF"));
    }
    Access access = Candidates.access(collection, query, reader);
    BsonDocument stages = access.explained(query.document());
    boolean sorts = query.sort() != null && !access.isOrdered();
    return sorts
        ? new BsonDocument("stage", new BsonString("SORT"))
            .append("sortPattern", sort)
            .append("inputStage", stages)
        : stages;
  }

  /** What reading takes: it is done. Keys and documents of what has died do not count. */
  BsonDocument executed(Reader reader) {
    long matched = 0;
    long examined = 0;
    long started = System.nanoTime();
    boolean byIndex = false;
    if (isRead()) {
      Access access = Candidates.access(collection, query, reader);
      byIndex = access.isByIndex();
      boolean whole = query.sort() != null && !access.isOrdered();
      long enough = whole || limit > Long.MAX_VALUE - skip ? Long.MAX_VALUE : skip + limit;
      ItemStream candidates = access.open(reader, enough);
      while (matched < enough && candidates.next()) {
        examined++;
        matched += query.matches(candidates.document(), null) ? 1 : 0;
      }
    }
    long returned = Math.min(limit, Math.max(0, matched - skip));
    long millis = (System.nanoTime() - started) / 1_000_000;
    return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
        .append("nReturned", Numbers.integer(returned))
        .append("executionTimeMillis", new BsonInt32((int) millis))
        .append("totalKeysExamined", Numbers.integer(byIndex ? examined : 0))
        .append("totalDocsExamined", Numbers.integer(examined))
        .append("executionStages", plan(reader))
        .append("allPlansExecution", new BsonArray());
  }
}
