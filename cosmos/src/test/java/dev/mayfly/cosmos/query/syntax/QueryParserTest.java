package dev.mayfly.cosmos.query.syntax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.http.CosmosException;
import dev.mayfly.cosmos.query.syntax.Expression.Identifier;
import dev.mayfly.cosmos.query.syntax.Expression.Literal;
import dev.mayfly.cosmos.query.syntax.Expression.Member;
import dev.mayfly.cosmos.query.syntax.Query.Selection;
import dev.mayfly.cosmos.query.value.StringValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParserTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM c",
        "select * from c",
        "SELECT 1",
        "SELECT DISTINCT TOP 5 VALUE c.x FROM c",
        "SELECT TOP @n * FROM c",
        "SELECT c.a AS x, c.b y, c['d e'] FROM c",
        "SELECT VALUE {a: 1, 'b': [2, null, undefined], \"c\": {}, d: []}",
        "SELECT * FROM Families.children[0] c",
        "SELECT * FROM c JOIN x IN c.list JOIN (SELECT VALUE y FROM y IN x.inner) z",
        "SELECT * FROM (SELECT VALUE c.a FROM c WHERE c.b) AS r",
        "SELECT VALUE x FROM x IN OBJECTTOARRAY(c)",
        "SELECT COUNT(1) AS n FROM c GROUP BY c.a, UPPER(c.b)",
        "SELECT * FROM c ORDER BY c.a ASC, c['b'] DESC, c.d.e",
        "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.t, 'x'), VectorDistance(c.v, [1]))",
        "SELECT * FROM c OFFSET 1 LIMIT 2147483647",
        "SELECT * FROM c WHERE c.a NOT IN (1, 'b') AND c.d NOT LIKE 'x!%' ESCAPE '!'",
        "SELECT * FROM c WHERE c.a BETWEEN 1 AND 2 AND c.b NOT BETWEEN 'a' AND @z",
        "SELECT VALUE c.a ?? c.b ? 1 : c.d ? 2 : 3 FROM c",
        "SELECT VALUE EXISTS(SELECT 1) AND ARRAY(SELECT VALUE 1)[0] = 1",
        "SELECT VALUE ALL(SELECT VALUE c.a) = FIRST(SELECT VALUE 1) FROM c",
        "SELECT ALL, FIRST.LAST, c.limit, c.group FROM c",
        "SELECT VALUE LEFT('abc', 1) || right('abc', 1)",
        "SELECT VALUE udf.f(1, c) FROM c",
        "SELECT VALUE -1 + ~2 << 3 >>> 4 >> 5 & 6 | 7 ^ 8 % 9",
        "SELECT VALUE 0x1F + .5 + 1. + 1e-3 + 2E+5",
        "SELECT VALUE 'it\\'s \\u00e9 \\\\ \\/ \\n' -- a comment\n",
        "SELECT VALUE c . a [ \"b\" ] [ 0 ] [ @p ] FROM c",
        "SELECT * FROM c WHERE ((c.x = 1) AND (true))",
        "SELECT VALUE root FROM root WHERE (root[\"A\"][\"B\"] = \"x\")",
        "SELECT * FROM root r WHERE r.resource=@link",
      })
  void readsTheLanguage(String text) {
    assertThat(QueryParser.query(text)).isNotNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FORM c | FORM | 9 | 13",
        "selectttt * from c | selectttt | 0 | 9",
        "SELECT TOP -1 * FROM c | - | 11 | 12",
        "SELECT c.x AS Value FROM c | Value | 14 | 19",
        "SELECT c.order FROM c | order | 9 | 14",
        "SELECT * FROM c WHERE c.a IN () | ) | 30 | 31",
        "SELECT VALUE 1, 2 | , | 14 | 15",
        "SELECT * FROM c OFFSET 10 | `` | 25 | 25",
        "SELECT 'it''s' | 's' | 11 | 14",
        "SELECT 'open | ' | 7 | 8",
        "SELECT [1,] | ] | 10 | 11",
        "SELECT VALUE 1 BETWEEN 2 AND 3 BETWEEN 4 AND 5 | BETWEEN | 31 | 38",
        "SELECT VALUE '\uD83D\uDE00' # 1 | # | 18 | 19",
        "SELECT VALUE TRUE FALSE | FALSE | 18 | 23",
        "`` | `` | 0 | 0",
      })
  void saysWhereTheSyntaxIsWrong(String text, String near, int start, int end) {
    assertThatThrownBy(() -> QueryParser.query(text == null ? "" : text))
        .isInstanceOf(CosmosException.class)
        .hasMessage(
            "Message: {\"errors\":[{\"severity\":\"Error\",\"location\":{\"start\":"
                + start
                + ",\"end\":"
                + end
                + "},\"code\":\"SC1001\",\"message\":\"Syntax error, incorrect syntax near '"
                + (near == null ? "" : near)
                + "'.\"}]}")
        .matches(e -> ((CosmosException) e).status() == 400);
  }

  @Test
  void escapesWhatItQuotes() {
    assertThatThrownBy(() -> QueryParser.query("SELECT 1 2 \"a\\\"b\""))
        .hasMessageContaining("near '2'");
    assertThatThrownBy(() -> QueryParser.query("SELECT 1 AS \"a\\\"b\""))
        .hasMessageContaining("near '\\\"a\\\\\\\"b\\\"'.");
  }

  private static Expression value(String expression) {
    Query query = QueryParser.query("SELECT VALUE " + expression + " FROM c");
    return ((Selection.Single) query.selection()).value();
  }

  @Test
  void bindsTighterWhatComesFirst() {
    assertThat(value("1 + 2 * 3 = 7 AND NOT 1 = 2 OR false"))
        .isEqualTo(value("(((1 + (2 * 3)) = 7) AND (NOT (1 = 2))) OR false"));
    assertThat(value("1 - 2 - 3")).isEqualTo(value("(1 - 2) - 3"));
    assertThat(value("'a' || 'b' = 'ab'")).isEqualTo(value("('a' || 'b') = 'ab'"));
    assertThat(value("1 | 2 ^ 3 & 4 = 5")).isEqualTo(value("1 | (2 ^ (3 & (4 = 5)))"));
    assertThat(value("1 << 2 + 3 < 4")).isEqualTo(value("(1 << (2 + 3)) < 4"));
    assertThat(value("1 ?? 2 OR 3")).isEqualTo(value("1 ?? (2 OR 3)"));
    assertThat(value("1 ?? 2 ? 3 : 4 ? 5 : 6")).isEqualTo(value("(1 ?? 2) ? 3 : (4 ? 5 : 6)"));
    assertThat(value("1 BETWEEN 2 AND 3 AND true"))
        .isEqualTo(value("(1 BETWEEN 2 AND 3) AND true"));
    assertThat(value("1 NOT IN (2) OR true")).isEqualTo(value("(NOT (1 IN (2))) OR true"));
    assertThat(value("-1 + ~2")).isEqualTo(value("(-1) + (~2)"));
  }

  @Test
  void keepsLongChainsFlat() {
    Query query = QueryParser.query("SELECT * FROM c WHERE c.a" + " OR c.a".repeat(9_999));
    assertThat(((Expression.Or) query.where()).operands()).hasSize(10_000);
  }

  @Test
  void readsNamesInEveryForm() {
    Expression c = new Identifier("c", new Span(13, 14));
    Member ab = new Member(c, "a b", true, new Span(13, 21));
    assertThat(value("c['a b'].d")).isEqualTo(new Member(ab, "d", false, new Span(13, 23)));
    assertThat(value("c[\"a b\"][\"d\"]")).isEqualTo(new Member(ab, "d", true, new Span(13, 26)));
  }

  @Test
  void resolvesEscapes() {
    assertThat(value("'\\b\\f\\n\\r\\t\\/\\\\\\'\\\"\\u0041\\uD83D\\ude00'"))
        .isEqualTo(new Literal(new StringValue("\b\f\n\r\t/\\'\"A\uD83D\uDE00")));
  }

  @Test
  void readsConditionsOfPatches() {
    Query condition = QueryParser.condition("from c where c.a = 1");
    assertThat(condition.where()).isNotNull();
    assertThat(condition.selection()).isEqualTo(new Selection.All());
    assertThat(QueryParser.condition("FROM x").where()).isNull();
    assertThatThrownBy(() -> QueryParser.condition("where c.a = 1")).hasMessageContaining("SC1001");
    assertThatThrownBy(() -> QueryParser.condition("SELECT * FROM c"))
        .hasMessageContaining("SC1001");
  }

  @Test
  void keepsWhatItParsedWithinBounds() {
    ParsedQueries parsed = new ParsedQueries();
    Query first = parsed.parse("SELECT 0");
    assertThat(parsed.parse("SELECT 0")).isSameAs(first);
    for (int i = 0; i < 1_100; i++) {
      parsed.parse("SELECT " + i);
    }
    assertThat(parsed.size()).isEqualTo(1_000);
    for (int i = 0; i < 5; i++) {
      parsed.parse("SELECT '" + i + "x".repeat(500_000) + "'");
    }
    assertThat(parsed.size()).isEqualTo(1_000);
    for (int i = 0; i < 10; i++) {
      parsed.parse("SELECT '" + i + "y".repeat(500_000) + "'");
    }
    assertThat(parsed.size()).as("at most 4 MB of texts").isBetween(8, 10);
  }
}
