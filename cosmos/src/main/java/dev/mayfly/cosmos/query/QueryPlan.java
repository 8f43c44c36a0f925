package dev.mayfly.cosmos.query;

import dev.mayfly.cosmos.query.syntax.Query;
import java.nio.charset.StandardCharsets;

/**
 * The plan that a client asks for before it runs a query. There is one range and the server
 * evaluates everything, so the plan tells the client to send the query as it is and to pass on what
 * comes back.
 */
final class QueryPlan {
  private static final String PASS_ON =
      "{\"partitionedQueryExecutionInfoVersion\":2,\"queryInfo\":{\"distinctType\":\"None\","
          + "\"top\":null,\"offset\":null,\"limit\":null,\"orderBy\":[],\"orderByExpressions\":[],"
          + "\"groupByExpressions\":[],\"groupByAliases\":[],\"aggregates\":[],"
          + "\"groupByAliasToAggregateType\":{},\"rewrittenQuery\":\"\",\"hasSelectValue\":%s,"
          + "\"dCountInfo\":null,\"hasNonStreamingOrderBy\":false},\"queryRanges\":[{\"min\":\"\","
          + "\"max\":\"FF\",\"isMinInclusive\":true,\"isMaxInclusive\":false}]}";

  private QueryPlan() {}

  static byte[] json(Query query) {
    boolean selectValue = query.selection() instanceof Query.Selection.Single;
    return String.format(PASS_ON, selectValue).getBytes(StandardCharsets.UTF_8);
  }
}
