package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.cosmos.query.compile.Parameters;
import dev.mayfly.cosmos.query.value.Value;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What expressions are worth. */
class ExpressionTest {
  private static final String DOCUMENT =
      "{\"id\":\"x\",\"n\":5,\"f\":2.5,\"s\":\"abc\",\"t\":true,\"z\":null,\"l\":[1,\"two\",[3]],"
          + "\"o\":{\"a\":1,\"b c\":{\"d\":7}},\"big\":9007199254740993,\"e\":[],\"eo\":{}}";

  private static String value(String expression) {
    return Evaluation.result("SELECT VALUE " + expression + " FROM c", DOCUMENT);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // paths
        "c.n | 5",
        "c['n'] | 5",
        "c[\"o\"].a | 1",
        "c.o['b c'].d | 7",
        "c.l[1] | \"two\"",
        "c.l[2][0] | 3",
        "c.l | [1,\"two\",[3]]",
        "c.o | {\"a\":1,\"b c\":{\"d\":7}}",
        "c.l[3] | undefined",
        "c.l[-1] | undefined",
        "c.l[0.5] | undefined",
        "c.l['0'] | undefined",
        "c.o[0] | undefined",
        "c.s[0] | undefined",
        "c.missing | undefined",
        "c.missing.deeper[3] | undefined",
        "c.N | undefined",
        "c.z.a | undefined",
        "{a: 1}.a | 1",
        "{'a': {\"b\": 2}}['a'].b | 2",
        "[10, 20][1] | 20",
        // literals
        "null | null",
        "undefined | undefined",
        "'a\\u0041\\n' | \"aA\\n\"",
        "-0 | 0",
        "1e3 | 1000",
        ".5 | 0.5",
        "0xff | 255",
        "9223372036854775807 | 9223372036854775807",
        "-9223372036854775807 | -9223372036854775807",
        "1e400 | \"Infinity\"",
        "[1, undefined, c.missing, null] | [1,null]",
        "{a: undefined, b: c.missing, 'd': c.n} | {\"d\":5}",
        "[] | []",
        "{} | {}",
        // equality
        "c.n = 5 | true",
        "c.n = 5.0 | true",
        "c.n = '5' | false",
        "c.n != '5' | true",
        "c.n <> 6 | true",
        "c.z = null | true",
        "c.n != null | true",
        "c.missing = null | undefined",
        "c.missing != null | undefined",
        "c.missing = undefined | undefined",
        "undefined = undefined | undefined",
        "c.s = 'abc' | true",
        "c.s = 'ABC' | false",
        "c.l = [1, 'two', [3]] | true",
        "c.l = [1, 'two', [3.0]] | true",
        "c.l = [1, [3], 'two'] | false",
        "c.l = [1, 'two'] | false",
        "c.o = {'b c': {d: 7}, a: 1} | true",
        "c.o = {'b c': {d: 7}, a: 1, e: 2} | false",
        "c.o != {a: 1} | true",
        "c.big = 9007199254740993 | true",
        "c.big = 9007199254740992 | false",
        "c.big = 9007199254740992.0 | false",
        "NaN = NaN | false",
        // order
        "c.n < 6 | true",
        "c.n <= 5 | true",
        "c.n > 5 | false",
        "c.n >= 5.5 | false",
        "c.n < '6' | undefined",
        "c.s < 'abd' | true",
        "c.s > 'Zbc' | true",
        "false < true | true",
        "null <= null | true",
        "null < null | false",
        "c.l < c.l | undefined",
        "c.o >= c.o | undefined",
        "c.missing < 1 | undefined",
        "null < 1 | undefined",
        "c.big > 9007199254740992.0 | true",
        "'\uFF5E' < '\uD83D\uDE00' | false",
        "c.n BETWEEN 1 AND 5 | true",
        "c.n BETWEEN 6 AND 9 | false",
        "c.n NOT BETWEEN 6 AND 9 | true",
        "c.n BETWEEN 'a' AND 9 | undefined",
        "c.n BETWEEN 'a' AND 4 | false",
        "c.n IN (1, 5) | true",
        "c.n IN ('5', 4) | false",
        "c.n NOT IN (4) | true",
        "c.s IN ('x', c.s) | true",
        "c.s IN ('x', 'abc') | true",
        "c.l IN ([1, 'two', [3]]) | true",
        "c.missing IN (1) | undefined",
        "c.n IN (c.missing, 5) | true",
        "c.n IN (c.missing, 4) | undefined",
        // three-valued logic
        "true AND true | true",
        "true AND false | false",
        "c.missing AND false | false",
        "false AND c.missing | false",
        "true AND c.missing | undefined",
        "c.missing AND c.missing | undefined",
        "true OR c.missing | true",
        "c.missing OR true | true",
        "false OR c.missing | undefined",
        "false OR false | false",
        "1 AND true | undefined",
        "0 OR true | true",
        "'x' AND false | false",
        "NOT true | false",
        "NOT c.missing | undefined",
        "NOT 0 | undefined",
        "NOT c.n = 4 | true",
        "c.z AND true | undefined",
        // ?: and ??
        "c.t ? 1 : 2 | 1",
        "c.missing ? 1 : 2 | 2",
        "c.n ? 1 : 2 | 2",
        "'true' ? 1 : 2 | 2",
        "c.missing ?? 3 | 3",
        "c.z ?? 3 | null",
        "c.missing ?? c.missing ?? c.n | 5",
        // arithmetic
        "c.n + 1 | 6",
        "c.n - 7 | -2",
        "c.n * c.f | 12.5",
        "c.n / 2 | 2.5",
        "c.n % 3 | 2",
        "-7 % 3 | -1",
        "1 / 0 | \"Infinity\"",
        "0 / 0 | \"NaN\"",
        "c.n + '1' | undefined",
        "c.n + null | undefined",
        "c.n + c.missing | undefined",
        "-c.s | undefined",
        "+c.n | 5",
        "-c.f | -2.5",
        "0.1 + 0.2 | 0.30000000000000004",
        // bits
        "6 & 3 | 2",
        "6 ^ 3 | 5",
        "~5 | -6",
        "1 << 33 | 2",
        "-1 >>> 28 | 15",
        "-8 >> 1 | -4",
        "-1 >>> 0 | 4294967295",
        "5.9 & 7.9 | 5",
        "'a' & 1 | undefined",
        // types
        "IS_DEFINED(c.n) | true",
        "is_defined(c.missing) | false",
        "IS_DEFINED(null) | true",
        "IS_NULL(c.z) | true",
        "IS_NULL(c.missing) | false",
        "IS_BOOL(c.t) | true",
        "IS_BOOLEAN(1) | false",
        "IS_NUMBER(c.f) | true",
        "IS_NUMBER('5') | false",
        "IS_STRING(c.s) | true",
        "IS_ARRAY(c.l) | true",
        "IS_ARRAY(c.o) | false",
        "IS_OBJECT(c.o) | true",
        "IS_OBJECT([]) | false",
        "IS_PRIMITIVE(c.z) | true",
        "IS_PRIMITIVE(c.l) | false",
        "IS_PRIMITIVE(c.missing) | false",
        "IS_FINITE_NUMBER(8.9/0.0) | false",
        "IS_FINITE_NUMBER(c.n) | true",
        "IS_INTEGER(3454.123) | false",
        "IS_INTEGER(9223372036854775807) | true",
        "IS_INTEGER(18446744073709551615) | false",
        "IS_INTEGER(2.0) | true",
        "IS_INTEGER('1') | false",
      })
  void isWorth(String expression, String expected) {
    assertThat(value(expression)).isEqualTo(expected);
  }

  @Test
  void joinsBitsAndStringsWithBars() {
    assertThat(value("6 | 3")).isEqualTo("7");
    assertThat(value("4294967296 | 0")).isEqualTo("0");
    assertThat(value("c.s || 'd'")).isEqualTo("\"abcd\"");
    assertThat(value("c.s || 1")).isEqualTo("undefined");
    assertThat(value("c.s || c.missing")).isEqualTo("undefined");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "c.n = 5 | true",
        "c.n | false",
        "c.t | true",
        "c.missing | false",
        "NOT c.missing | false",
        "c.missing = 1 OR c.n = 5 | true",
        "c.missing = 1 AND c.n = 5 | false",
        "'true' | false",
      })
  void keepsOnlyWhatIsExactlyTrue(String filter, boolean kept) {
    String query = "SELECT VALUE c.id FROM c WHERE " + filter;
    assertThat(Evaluation.result(query, DOCUMENT)).isEqualTo(kept ? "\"x\"" : "undefined");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT c.n, c.s FROM c | {\"n\":5,\"s\":\"abc\"}",
        "SELECT c.n AS a, c.missing, c.o['b c'] FROM c | {\"a\":5,\"b c\":{\"d\":7}}",
        "SELECT c.n, c.n*2, 5, c.l[0] FROM c | {\"n\":5,\"$1\":10,\"$2\":5,\"$3\":1}",
        "SELECT [1] x, 2 AS y FROM c | {\"x\":[1],\"y\":2}",
        "SELECT c.missing FROM c | {}",
        "SELECT c.o AS p FROM root c | {\"p\":{\"a\":1,\"b c\":{\"d\":7}}}",
        "SELECT VALUE {a: c.n, b: [c.s]} FROM c | {\"a\":5,\"b\":[\"abc\"]}",
        "SELECT VALUE {\"k\": root[\"n\"]}[\"k\"] FROM root | 5",
        "SELECT * FROM c.o | {\"a\":1,\"b c\":{\"d\":7}}",
        "SELECT o.a FROM c.o | {\"a\":1}",
        "SELECT VALUE x.d FROM c['o'][\"b c\"] x | 7",
        "SELECT VALUE x FROM c.l[1] x | \"two\"",
        "SELECT * FROM c.missing | undefined",
        "SELECT o FROM c.o WHERE o.a = 1 | {\"o\":{\"a\":1,\"b c\":{\"d\":7}}}",
      })
  void selects(String query, String expected) {
    assertThat(Evaluation.result(query, DOCUMENT)).isEqualTo(expected);
  }

  @Test
  void takesParametersOfEveryType() {
    Parameters parameters =
        new Parameters(
            Map.of(
                "@n", Value.of(5),
                "@l",
                    Value.of(List.of(Value.of(1), Value.of("two"), Value.of(List.of(Value.of(3))))),
                "@o", Value.of(Map.of("a", Value.NULL)),
                "@name", Value.of("s"),
                "@u", Value.UNDEFINED));
    String query =
        "SELECT VALUE [c.n = @n, c.l = @l, @o.a, c[@name], c.l[@n - 4], c.n IN (@l, @n), @u]"
            + " FROM c";
    assertThat(Evaluation.result(query, parameters, DOCUMENT))
        .isEqualTo("[true,true,null,\"abc\",\"two\",true]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT * FROM c WHERE d.x = 1 | SC2001 | Identifier 'd' could not be resolved.",
        "SELECT c.x FROM families f | SC2001 | Identifier 'c' could not be resolved.",
        "SELECT c.x | SC2001 | Identifier 'c' could not be resolved.",
        "SELECT VALUE TRUE FROM c | SC2001 | Identifier 'TRUE' could not be resolved.",
        "SELECT * FROM c WHERE c.x = @p | SC2001 | '@p'",
        "SELECT VALUE NOSUCH(1) | SC2005 | 'NOSUCH' is not a recognized built-in function name.",
        "SELECT VALUE RRF(FullTextScore(c.s, 'a')) FROM c | SC2240 | only allowed in the ORDER BY",
        "SELECT VALUE RRF(FullTextScore(c.s, 'a')) FROM c | SC2005 | 'RRF' is not a recognized",
        "SELECT * FROM c ORDER BY RANK LOWER(c.s) | SC2221 | must be followed by a VectorDistance",
        "SELECT * FROM c ORDER BY RANK RRF() | SC2221 | must be followed by a VectorDistance",
        "SELECT * FROM c ORDER BY RANK RRF(FullTextScore(c.s, 'a'), FullTextScore(c.t, 'a'), [1])"
            + " | SC2229 | The length of this array must be the same",
        "SELECT VectorDistance(c.v, [1], true, {searchListSizeMultiplier: 100.5}) FROM c | SC2213"
            + " | value 100.5 specified",
        "SELECT VALUE IS_NULL(1, 2) | SC2050 | The IS_NULL function requires 1 argument(s).",
        "SELECT COUNT() FROM c | SC2050 | The COUNT function requires 1 argument(s).",
        "SELECT COUNT(1), c.x FROM c | SC2102 | Property reference 'c.x' is invalid",
        "SELECT * FROM c WHERE COUNT(1) > 1 | SC2101 | Cannot perform an aggregate function",
        "SELECT SUM(MAX(c.x)) FROM c | SC2101 | Cannot perform an aggregate function",
        "SELECT * FROM c ORDER BY c.x + 1 | 2206 | could not be mapped to a document path",
        "SELECT VALUE c.l[c.n] FROM c | SC2990 | The specified query includes 'member indexer'",
        "SELECT * | FROM | 'SELECT *' is not valid if FROM clause is omitted.",
        "SELECT TOP 1.5 * FROM c | SC2060 | must be an integer",
        "SELECT * FROM c OFFSET 0 LIMIT 4294967296 | SC2061 | exceeds the maximum",
      })
  void refusesWhatMeansNothing(String query, String code, String message) {
    assertThatThrownBy(() -> Evaluation.result(query, DOCUMENT))
        .hasMessageContaining(code)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "the function HASH: SELECT * FROM c WHERE HASH(c.s) = 'a'",
        "the function ANY: SELECT VALUE ANY(c.s) FROM c",
      })
  void namesWhatIsNotThereYet(String nameAndQuery) {
    String name = nameAndQuery.substring(0, nameAndQuery.indexOf(": "));
    String query = nameAndQuery.substring(name.length() + 2);
    assertThatThrownBy(() -> Evaluation.result(query, DOCUMENT))
        .hasMessageContaining("Queries with " + name + " are not supported by this server yet.");
  }
}
