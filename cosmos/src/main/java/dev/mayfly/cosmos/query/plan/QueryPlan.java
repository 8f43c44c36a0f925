package dev.mayfly.cosmos.query.plan;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.run.QueryRanges;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The plan that a client asks for before it runs a query over all ranges: what to ask each of them
 * and how to merge the answers. Over one partition the server does everything, so that the query is
 * sent as it is and what comes back is passed on.
 */
public final class QueryPlan {
  private static final int VERSION = 2;

  private QueryPlan() {}

  /** The plan of a query over all partitions. */
  public static byte[] json(
      Query query,
      CompiledQuery compiled,
      Parameters parameters,
      PartitionKeyDefinition definition) {
    List<QueryRanges.Range> ranges = QueryRanges.of(compiled, parameters, definition);
    if (query.ranked()) {
      HybridPlanner planner = new HybridPlanner(query, compiled, parameters);
      byte[] json = json("hybridSearchQueryInfo", planner.plan(), ranges);
      return planner
          .withWeights(new String(json, StandardCharsets.UTF_8))
          .getBytes(StandardCharsets.UTF_8);
    }
    boolean onePartition = ranges.size() == 1 && ranges.get(0).isPoint();
    return json("queryInfo", new Planner(query, compiled, onePartition).plan().json(), ranges);
  }

  /** The plan of a query within one partition. */
  public static byte[] passOn(Query query) {
    QueryInfo info = new QueryInfo();
    info.hasSelectValue = query.selection() instanceof Query.Selection.Single;
    return json("queryInfo", info.json(), List.of(QueryRanges.Range.EVERYTHING));
  }

  private static byte[] json(String name, BsonDocument info, List<QueryRanges.Range> ranges) {
    BsonArray queryRanges = new BsonArray();
    for (QueryRanges.Range range : ranges) {
      queryRanges.add(
          new BsonDocument("min", new BsonString(range.min()))
              .append("max", new BsonString(range.max()))
              .append("isMinInclusive", BsonBoolean.TRUE)
              .append("isMaxInclusive", BsonBoolean.valueOf(range.isPoint())));
    }
    return Json.bytes(
        new BsonDocument("partitionedQueryExecutionInfoVersion", new BsonInt32(VERSION))
            .append(name, info)
            .append("queryRanges", queryRanges));
  }
}
