package dev.mayfly.mongo.command.crud;

import dev.mayfly.mongo.aggregate.DocumentStream;
import dev.mayfly.mongo.aggregate.ScoredStream;
import dev.mayfly.mongo.aggregate.stage.Pipeline;
import dev.mayfly.mongo.bson.Numbers;
import dev.mayfly.mongo.collection.Candidates;
import dev.mayfly.mongo.collection.Collection;
import dev.mayfly.mongo.collection.ItemStream;
import dev.mayfly.mongo.collection.Query;
import dev.mayfly.mongo.collection.Reader;
import dev.mayfly.mongo.command.QueryOptions;
import dev.mayfly.mongo.cursor.FindStream;
import dev.mayfly.mongo.expression.ParseContext;
import dev.mayfly.mongo.expression.Variables;
import dev.mayfly.mongo.sort.SortKeyExpression;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The collection read of a pipeline. Leading match, sort and limit stages are executed by the read,
 * which avoids reading and re-checks visibility for each batch.
 *
 * @param collection null if it does not exist
 * @param sort null for none
 * @param rest the remaining stages
 */
record PipelineSource(
    Collection collection,
    Query query,
    BsonDocument sort,
    boolean backwards,
    long limit,
    List<BsonDocument> rest) {

  /**
   * @param hint as sent
   */
  static PipelineSource of(
      List<BsonDocument> stages,
      Collection collection,
      ParseContext parsing,
      Variables variables,
      BsonValue hint) {
    int done = 0;
    BsonDocument filter = new BsonDocument();
    BsonDocument sort = null;
    long limit = Long.MAX_VALUE;
    if (done < stages.size() && operand(stages, done, "$match") != null) {
      filter = operand(stages, done, "$match").asDocument();
      done++;
    }
    if (done < stages.size() && operand(stages, done, "$sort") != null) {
      sort = operand(stages, done, "$sort").asDocument();
      done++;
    }
    if (done < stages.size() && operand(stages, done, "$limit") != null) {
      limit = (long) Numbers.toDouble(operand(stages, done, "$limit"));
      done++;
    }
    List<BsonDocument> rest = done == 0 ? stages : stages.subList(done, stages.size());
    Query query =
        Query.of(filter, sort, parsing, variables).hinting(QueryOptions.hint(collection, hint));
    return new PipelineSource(collection, query, sort, FindRequest.isBackwards(hint), limit, rest);
  }

  private static BsonValue operand(List<BsonDocument> stages, int index, String stage) {
    return stages.get(index).get(stage);
  }

  /** The pipeline of the remaining stages. */
  Pipeline parseRest(ParseContext parsing) {
    return Pipeline.parse(rest, sorted(parsing));
  }

  /** The parsing context behind the read. */
  ParseContext sorted(ParseContext parsing) {
    ParseContext behind = parsing.with(parsing.text().behindSource());
    return query.sort() == null ? behind : behind.sortedBy(new SortKeyExpression(query.sort()));
  }

  DocumentStream open(Reader reader) {
    FindStream found = new FindStream(items(reader), query, null, 0, limit);
    return query.search() == null ? found : new ScoredStream(found, query.search());
  }

  private ItemStream items(Reader reader) {
    if (collection == null) {
      return ItemStream.EMPTY;
    }
    if (query.sort() != null) {
      return Candidates.sorted(collection, query, reader, limit, limit);
    }
    return backwards
        ? Candidates.backwards(collection, query, reader, limit)
        : Candidates.of(collection, query, reader, limit);
  }
}
