package dev.mayfly.cosmos.query.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.json.Json;
import dev.mayfly.cosmos.query.compile.CompiledQuery;
import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.compile.QueryCompiler;
import dev.mayfly.cosmos.query.syntax.Query;
import dev.mayfly.cosmos.query.syntax.QueryParser;
import dev.mayfly.cosmos.query.syntax.SqlText;
import dev.mayfly.cosmos.query.value.Value;
import dev.mayfly.engine.partition.PartitionKeyDefinition;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rewritten queries of plans, and how clients merge. */
class QueryPlanTest {
  private static final PartitionKeyDefinition BY_TENANT = PartitionKeyDefinition.hash("/tenant");

  private static BsonDocument plan(String query) {
    Parameters parameters = new Parameters(Map.of("@n", Value.of(7L)));
    Query tree = QueryParser.query(query);
    CompiledQuery compiled = QueryCompiler.compile(tree, parameters);
    return Json.parse(QueryPlan.json(tree, compiled, parameters, BY_TENANT));
  }

  private static BsonDocument info(String query) {
    return plan(query).getDocument("queryInfo");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM o",
        "SELECT o.a, o.b + 1 FROM orders o WHERE o.c > 2",
        "SELECT TOP 5 * FROM o",
        "SELECT DISTINCT o.kind FROM o",
        "SELECT VALUE (SELECT VALUE COUNT(1) FROM l IN o.lines) FROM o",
        "SELECT * FROM o WHERE o.tenant = 't' OFFSET 2 LIMIT 3",
        "SELECT 1",
      })
  void leavesAloneWhatNeedsNoOtherText(String query) {
    assertThat(info(query).getString("rewrittenQuery").getValue()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT VALUE COUNT(o.x) FROM o WHERE o.y | SELECT VALUE [{\"item\": COUNT(o.x)}] FROM o"
            + " WHERE o.y",
        "SELECT TOP 1 VALUE max(o.x * 2) FROM o | SELECT VALUE [{\"item\": max((o.x * 2)),"
            + " \"item2\": {\"max\": max((o.x * 2)), \"count\": COUNT((o.x * 2))}}] FROM o",
        "SELECT AVG(o.x) AS mean, COUNTIF(o.y) FROM o | SELECT {\"mean\": {\"item\": {\"sum\":"
            + " SUM(o.x), \"count\": COUNT(o.x)}}, \"$1\": {\"item\": COUNTIF(o.y)}} AS payload"
            + " FROM o",
        "SELECT o.k, SUM(o.n) AS s FROM o GROUP BY o.k OFFSET 1 LIMIT 1 | SELECT [{\"item\": o.k}]"
            + " AS groupByItems, {\"k\": o.k, \"s\": {\"item\": SUM(o.n)}} AS payload FROM o"
            + " GROUP BY o.k",
        "SELECT VALUE LOWER(o.k) FROM o GROUP BY LOWER(o.k) | SELECT [{\"item\": LOWER(o.k)}] AS"
            + " groupByItems, LOWER(o.k) AS payload FROM o GROUP BY LOWER(o.k)",
        "SELECT * FROM orders o WHERE NOT o.a ORDER BY o['b c'] DESC, o.d | SELECT o._rid,"
            + " [{\"item\": o[\"b c\"]}, {\"item\": o.d}] AS orderByItems, o AS payload FROM"
            + " orders AS o WHERE ((NOT o.a) AND ({documentdb-formattableorderbyquery-filter}))"
            + " ORDER BY o[\"b c\"] DESC, o.d",
        "SELECT VALUE o.a FROM o ORDER BY o.b OFFSET 2 LIMIT @n | SELECT o._rid, [{\"item\": o.b}]"
            + " AS orderByItems, o.a AS payload FROM o WHERE"
            + " (({documentdb-formattableorderbyquery-filter}) AND IS_DEFINED(o.a)) ORDER BY o.b"
            + " OFFSET 0 LIMIT 9",
        "SELECT o.x, 'a' FROM o JOIN l IN o.lines WHERE l.n BETWEEN 1 AND 2 OFFSET 3 LIMIT 4 |"
            + " SELECT o.x, \"a\" FROM o JOIN l IN o.lines WHERE (l.n BETWEEN 1 AND 2)"
            + " OFFSET 0 LIMIT 7",
        "SELECT VALUE o.a FROM o WHERE o.b = 0.1 OFFSET 1 LIMIT 1.0 | SELECT VALUE o.a FROM o WHERE"
            + " (o.b = 0.10000000000000001) OFFSET 0 LIMIT 2",
        "SELECT DISTINCT TOP 2 o.a AS b FROM o | SELECT DISTINCT o.a AS b FROM o",
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT o.k FROM o WHERE o.n > -1) | SELECT DISTINCT"
            + " o.k FROM o WHERE (o.n > -1)",
        "SELECT VALUE COUNT(1) FROM o WHERE o.a = -(-1) | SELECT VALUE [{\"item\": COUNT(1)}] FROM"
            + " o WHERE (o.a = (- -1))",
        "SELECT VALUE COUNT(1) FROM o WHERE (5).a ?? (-5)[0] | SELECT VALUE [{\"item\": COUNT(1)}]"
            + " FROM o WHERE ((5).a ?? (-5)[0])",
        "SELECT VALUE COUNT(1) FROM o WHERE o.a < 1e999 | SELECT VALUE [{\"item\": COUNT(1)}]"
            + " FROM o WHERE (o.a < 1e999)",
      })
  void rewritesWhatClientsMerge(String query, String rewritten) {
    assertThat(info(query).getString("rewrittenQuery").getValue()).isEqualTo(rewritten);
    String asked = rewritten.replace("({documentdb-formattableorderbyquery-filter})", "true");
    assertThat(SqlText.of(QueryParser.query(asked))).isEqualTo(asked);
  }

  @Test
  void namesWhatIsMerged() {
    BsonDocument grouped = info("SELECT TOP @n o.k, MIN(o.n) AS least, 5 FROM o GROUP BY o.k");
    assertThat(grouped.getInt32("top").getValue()).isEqualTo(7);
    assertThat(grouped.getArray("groupByAliases").toString()).contains("k", "least", "$1");
    assertThat(grouped.getDocument("groupByAliasToAggregateType").getString("least").getValue())
        .isEqualTo("Min");
    assertThat(grouped.getDocument("groupByAliasToAggregateType").get("k").isNull()).isTrue();
    BsonDocument sorted = info("SELECT DISTINCT VALUE o.k FROM o ORDER BY o.k DESC");
    assertThat(sorted.getString("distinctType").getValue()).isEqualTo("Ordered");
    assertThat(sorted.getArray("orderBy").get(0).asString().getValue()).isEqualTo("Descending");
    assertThat(
            info("SELECT VALUE COUNT(1) FROM (SELECT DISTINCT VALUE o.k FROM o)").get("dCountInfo"))
        .isEqualTo(Json.parseValue("{\"dCountAlias\":\"\"}"));
  }

  private static String ranges(String filter) {
    StringBuilder ranges = new StringBuilder();
    for (BsonValue each : plan("SELECT * FROM o WHERE " + filter).getArray("queryRanges")) {
      BsonDocument range = each.asDocument();
      boolean point = range.get("min").equals(range.get("max"));
      assertThat(range.getBoolean("isMaxInclusive").getValue()).isEqualTo(point);
      if (range.getString("min").getValue().isEmpty()) {
        ranges.append(point ? "nothing" : "everything");
      } else {
        ranges.append(point ? "point " : "range ");
      }
    }
    return ranges.toString().trim();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "o.tenant = 'a' | point",
        "o.tenant = 'a' AND o.x = 1 | point",
        "o.tenant IN ('a', 1, null, 'a') | point point point",
        "o.tenant = 'a' OR o.tenant = 2 | point point",
        "o.tenant = 'a' OR o.x = 1 | everything",
        "o.tenant = 'a' AND o.tenant = 'b' | nothing",
        "ABS(o.tenant) = 3 | point point",
        "ARRAY_CONTAINS([1, 2, 'x'], o.tenant) | point point point",
        "IS_BOOL(o.tenant) AND o.tenant | point",
        "NOT o.tenant | point",
        "o.tenant LIKE 'abc' | point",
        "o.tenant LIKE 'abc%' | everything",
        "o.tenant > 3 | everything",
        "false | nothing",
        "1 = 2 | nothing",
        "@n > 6 | everything",
        "@n > 7 | nothing",
        "o.tenant = 'a' OR LOWER('A') = 'A' | point",
        "ST_ISVALID({'type': 'Point', 'coordinates': [-1000, 1000]}) | nothing",
        "GetCurrentTimestamp() < 0 | everything",
        "RAND() > 2 | everything",
        "udf.f() | everything",
        "FullTextContains('a', 'b') | everything",
        "RegexMatch('a', '(?=a)') | everything",
        "o.tenant = 1 AND o.x = (SELECT VALUE 1 FROM o WHERE o.tenant = 2) | nothing",
        "(SELECT VALUE o.y FROM o WHERE o.tenant = 2) < o.x | point",
        "(SELECT VALUE MAX(o.y) FROM o WHERE o.tenant = 2) < o.x | everything",
        "(SELECT VALUE p.y FROM o.p WHERE o.tenant = 2) < o.x | everything",
        "NOT (o.x = (SELECT VALUE 1 FROM o WHERE o.tenant = 2)) | everything",
      })
  void reportsWhereToRead(String filter, String expected) {
    assertThat(ranges(filter)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT VALUE 1 + COUNT(1) FROM o",
        "SELECT o.k, [MAX(o.n)] FROM o GROUP BY o.k",
        "SELECT VALUE {'a': SUM(o.n)} FROM o"
      })
  void refusesWhatCannotBeMerged(String query) {
    assertThatThrownBy(() -> plan(query))
        .hasMessageContaining(
            "{\"Errors\":[\"Compositions of aggregates and other expressions are");
  }
}
