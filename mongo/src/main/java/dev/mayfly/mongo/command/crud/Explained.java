package dev.mayfly.mongo.command.crud;

import static java.util.Objects.requireNonNull;

import dev.mayfly.mongo.aggregate.Pipeline;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Access;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
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
