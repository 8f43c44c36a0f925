package dev.mayfly.cosmos.query.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the built-in functions make of values; of wrong ones, nothing. */
class FunctionTest {
  private static String worth(String expression) {
    return Evaluation.result("SELECT VALUE " + expression, "{}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "CONCAT('a', 'b', 'c') | \"abc\"",
        "CONCAT('a', 1) | undefined",
        "CONTAINS('Mayfly', 'FLY', true) | true",
        "CONTAINS('Mayfly', 'FLY') | false",
        "CONTAINS('Mayfly', '') | true",
        "CONTAINS(5, 'x') | undefined",
        "StringEquals('ß', 'SS', true) | false",
        "CONTAINS_ANY_CI('Mayfly', 'x', 'MAY') | true",
        "CONTAINS_ANY_CS('Mayfly', undefined, 'x') | undefined",
        "CONTAINS_ANY_CS('Mayfly', undefined, 'fly') | true",
        "ContainsAllCi('Mayfly', 'MAY', 'FLY') | true",
        "CONTAINS_ALL_CS('Mayfly', undefined, 'x') | false",
        "INDEX_OF('banana', 'an') | 1",
        "INDEX_OF('banana', 'an', 2) | 3",
        "INDEX_OF('banana', 'x') | -1",
        "LastIndexOf('banana', 'an') | 3",
        "LastIndexOf('banana', 'an', 3) | 1",
        "LENGTH('a\\u00e9\\ud83d\\ude00') | 4",
        "LENGTH(null) | undefined",
        "LEFT('dayfly', 3) | \"day\"",
        "LEFT('dayfly', 99) | \"dayfly\"",
        "RIGHT('dayfly', -1) | \"\"",
        "RIGHT('dayfly', 1.5) | undefined",
        "SUBSTRING('dayfly', 3, 2) | \"fl\"",
        "SUBSTRING('dayfly', 3) | \"fly\"",
        "SUBSTRING('dayfly', 6, 1) | \"\"",
        "SUBSTRING('dayfly', -1, 3) | \"\"",
        "LOWER('ÄB') | \"äb\"",
        "LOWER('ΟΔΟΣ') | \"οδοσ\"",
        "UPPER('ß') | \"ß\"",
        "STARTSWITH('ΟΔΟΣΑ', 'ΟΔΟΣ', true) | true",
        "StringEquals('ΟΔΟΣ', 'οδοσ', true) | true",
        "UPPER(1) | undefined",
        "TRIM('  x  ') | \"x\"",
        "TRIM('xyax', 'xy') | \"a\"",
        "LTRIM('xxa', 'x') | \"a\"",
        "RTRIM('axx', '') | \"axx\"",
        "REPLACE('aXbX', 'X', '--') | \"a--b--\"",
        "REPLACE('a', '', 'b') | undefined",
        "REPLICATE('ab', 3) | \"ababab\"",
        "REPLICATE('ab', -1) | undefined",
        "REPLICATE('ab', 5001) | undefined",
        "REVERSE('abc') | \"cba\"",
        "StringJoin(['a', 'b'], '+') | \"a+b\"",
        "StringJoin(['a', 1], '+') | undefined",
        "StringSplit('a,b,', ',') | [\"a\",\"b\",\"\"]",
        "StringSplit('ab', '') | [\"ab\"]",
        "StringToNumber(' 1e2 ') | 100",
        "StringToNumber('0x10') | undefined",
        "StringToArray('[1, {\"a\": null}]') | [1,{\"a\":null}]",
        "StringToArray('{}') | undefined",
        "StringToObject('{\"a\":1}') | {\"a\":1}",
        "StringToBoolean('TRUE') | undefined",
        "StringToNull('null') | null",
        "ToString(1.50) | \"1.5\"",
        "ToString([1, 'a', null]) | \"[1,\\\"a\\\",null]\"",
        "ToString(undefined) | undefined",
      })
  void ofTexts(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "RegexMatch('dayfly', '^day') | true",
        "RegexMatch('dayfly', 'FLY$') | false",
        "RegexMatch('dayfly', 'FLY$', 'i') | true",
        "RegexMatch('a\\nb', '^b$', 'm') | true",
        "RegexMatch('a\\nb', 'a.b') | false",
        "RegexMatch('a\\nb', 'a.b', 's') | true",
        "RegexMatch('ab', 'a b # both', 'x') | true",
        "RegexMatch('a b', 'a[ ]b', 'x') | true",
        "RegexMatch('ab', 'a', 'q') | undefined",
        "RegexMatch('ab', '(') | undefined",
        "RegexMatch(1, 'a') | undefined",
      })
  void ofPatterns(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  @Test
  void noPatternTakesForever() {
    String text = "a".repeat(30_000) + "b";
    assertThat(worth("RegexMatch('" + text + "', '^(a+)+$')")).isEqualTo("false");
    assertThat(worth("'" + text + "' LIKE '%a%a%a%a%a%a%c'")).isEqualTo("false");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(a{1000}){1000}", "(?=a)a", "(a)\\\\1", "(?<!a)b"})
  void refusesPatternsThatAreTooMuch(String pattern) {
    assertThatThrownBy(() -> worth("RegexMatch('a', '" + pattern + "')"))
        .hasMessageContaining("The regular expression");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ABS(-2.5) | 2.5",
        "ABS('x') | undefined",
        "CEILING(-0.5) | 0",
        "FLOOR(2.9) | 2",
        "ROUND(-2.5) | -3",
        "ROUND(2.4) | 2",
        "ROUND(0.49999999999999994) | 0",
        "ROUND(4503599627370497.5) | 4503599627370498",
        "TRUNC(-2.9) | -2",
        "SIGN(-7) | -1",
        "SQRT(16) | 4",
        "SQUARE(-3) | 9",
        "POWER(2, 10) | 1024",
        "LOG(1) | 0",
        "LOG(8, 2) | 3",
        "LOG10(100) | 2",
        "EXP(0) | 1",
        "ATN2(0, -1) | 3.141592653589793",
        "DEGREES(PI()) | 180",
        "COT(1) | 0.6420926159343306",
        "IS_FINITE_NUMBER(1/0) | false",
        "IS_INTEGER(1.0) | true",
        "NumberBin(17, 5) | 15",
        "NumberBin(-17, 5) | -20",
        "NumberBin(0.37, 0.1) | 0.3",
        "NumberBin(1, 0) | undefined",
        "IntAdd(9007199254740993, 2) | 9007199254740995",
        "IntAdd(9223372036854775807, 1) | -9223372036854775808",
        "IntSub(1, 0.5) | undefined",
        "IntMul(-3, 7) | -21",
        "IntDiv(-7, 2) | -3",
        "IntDiv(7, 0) | undefined",
        "IntMod(-7, 2) | -1",
        "IntBitAnd(12, 10) | 8",
        "IntBitwiseOr(12, 10) | 14",
        "IntBitXor(12, 10) | 6",
        "IntBitNot(0) | -1",
        "IntBitLeftShift(1, 40) | 1099511627776",
        "IntBitRightShift(-8, 1) | -4",
        "IIF(1, 'y', 'n') | \"n\"",
        "IIF(true, 'y', 'n') | \"y\"",
        "CHOOSE(2, 'a', 'b') | \"b\"",
        "CHOOSE(3, 'a', 'b') | undefined",
      })
  void ofNumbersAndChoices(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ARRAY_CONCAT([1], [], [2, 3]) | [1,2,3]",
        "ARRAY_CONCAT([1], 2) | undefined",
        "ARRAY_CONTAINS([1, [2]], [2.0]) | true",
        "ARRAY_CONTAINS([{'a':1,'b':{'c':2,'d':3}}], {'b':{'c':2}}, true) | true",
        "ARRAY_CONTAINS([{'a':1,'b':2}], {'a':1}) | false",
        "ARRAY_CONTAINS([1], undefined) | undefined",
        "ARRAY_CONTAINS_ANY([1, 2], 3, undefined) | undefined",
        "ARRAY_CONTAINS_ANY([1, 2], 2, undefined) | true",
        "ARRAY_CONTAINS_ALL([1, 2], 1, 3) | false",
        "ARRAY_LENGTH([]) | 0",
        "ARRAY_LENGTH('abc') | undefined",
        "ARRAY_SLICE([1,2,3,4], 1, 2) | [2,3]",
        "ARRAY_SLICE([1,2,3,4], -2) | [3,4]",
        "ARRAY_SLICE([1,2], -9, 1) | [1]",
        "ARRAY_SLICE([1,2], 5) | []",
        "ARRAY_SUM([1, 2.5]) | 3.5",
        "ARRAY_AVG([1, 2]) | 1.5",
        "ARRAY_MEDIAN([5, 1, 3]) | 3",
        "ARRAY_SUM([1, '2']) | undefined",
        "ARRAY_MIN(['a', 3, false]) | false",
        "ARRAY_MAX([1, [2]]) | undefined",
        "SetUnion([1, 2, 2], [2, 3]) | [1,2,3]",
        "SetIntersect([1, 2, 2, {'a':1}], [{'a':1.0}, 2, 9]) | [{\"a\":1},2]",
        "SetDifference([1, 1, 2], [2]) | [1]",
        "SetEqual([1, 2], [2, 1, 1]) | true",
        "SetEqual([1], 1) | undefined",
        "ObjectToArray({'x': 1, 'y': [2]}) | [{\"k\":\"x\",\"v\":1},{\"k\":\"y\",\"v\":[2]}]",
        "ObjectToArray({'x': 1}, 'n', 'w') | [{\"n\":\"x\",\"w\":1}]",
        "ObjectToArray([1]) | undefined",
      })
  void ofArraysAndObjects(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "DateTimeAdd('mm', 1, '2023-01-31') | \"2023-02-28T00:00:00.0000000Z\"",
        "DateTimeAdd('ns', 250, '2023-01-31') | \"2023-01-31T00:00:00.0000002Z\"",
        "DateTimeAdd('hh', 1.5, '2023-01-31') | undefined",
        "DateTimeAdd('century', 1, '2023-01-31') | undefined",
        "DateTimeAdd('yyyy', 9000, '2023-01-31') | undefined",
        "DateTimeDiff('yyyy', '2023-12-31T23:59:59', '2024-01-01') | 1",
        "DateTimeDiff('hh', '2024-01-01T00:59:59', '2024-01-01T01:00:00') | 1",
        "DateTimeDiff('ms', '2024-01-01', '2023-12-31T23:59:59.5') | -500",
        "DateTimePart('mcs', '2024-01-01T00:00:00.1234567') | 123456",
        "DateTimeBin('2024-03-15T13:47:00', 'mi', 15) | \"2024-03-15T13:45:00.0000000Z\"",
        "DateTimeBin('2024-03-15', 'dd', 0) | undefined",
        "DateTimeBin('2024-03-15', 'mm', 2) | \"2024-03-01T00:00:00.0000000Z\"",
        "DateTimeFromParts(2024, 2, 29, 1, 2, 3, 4) | \"2024-02-29T01:02:03.0000004Z\"",
        "DateTimeFromParts(2023, 2, 29) | undefined",
        "DateTimeFormat('2024-01-02T15:04:05.678', 'd/M/yy hh:mm tt .f') | \"2/1/24 03:04 PM .6\"",
        "YEAR('2024-05-06') | 2024",
        "DAY('2024-05-06 01:02:03') | 6",
        "MONTH('24-05-06') | undefined",
        "DateTimeToTicks('1970-01-01T00:00:01') | 10000000",
        "DateTimeToTimestamp('1969-12-31T23:59:59') | -1000",
        "TicksToDateTime(1) | \"1970-01-01T00:00:00.0000001Z\"",
        "TimestampToDateTime(-1) | \"1969-12-31T23:59:59.9990000Z\"",
        "IS_DATETIME('2024-02-30') | false",
        "IS_DATETIME('2024-02-29T12:00:00Z') | true",
        "IS_DATETIME('2024-02-29T12:00:00+01:00') | false",
        "GetCurrentTimestamp() > 1700000000000 | true",
        "IS_DATETIME(GetCurrentDateTime()) | true",
        "NOW('dd', 1) > GetCurrentDateTimeStatic() | true",
        "AGO('hh', 2) < NOW() | true",
      })
  void ofMoments(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  private static final String SQUARE =
      "{'type':'Polygon','coordinates':[[[0,0],[2,0],[2,2],[0,2],[0,0]]]}";

  private static final String WITH_HOLE =
      "{'type':'Polygon','coordinates':[[[0,0],[9,0],[9,9],[0,9],[0,0]],"
          + "[[3,3],[3,6],[6,6],[6,3],[3,3]]]}";

  private static String point(double longitude, double latitude) {
    return "{'type':'Point','coordinates':[" + longitude + "," + latitude + "]}";
  }

  @Test
  void ofShapes() {
    String line = "{'type':'LineString','coordinates':[[-1,1],[3,1]]}";
    assertThat(worth("ST_WITHIN(" + point(1, 1) + ", " + SQUARE + ")")).isEqualTo("true");
    assertThat(worth("ST_WITHIN(" + point(3, 1) + ", " + SQUARE + ")")).isEqualTo("false");
    assertThat(worth("ST_WITHIN(" + point(1, 1) + ", " + WITH_HOLE + ")")).isEqualTo("true");
    assertThat(worth("ST_WITHIN(" + point(4, 4) + ", " + WITH_HOLE + ")")).isEqualTo("false");
    assertThat(worth("ST_WITHIN(" + SQUARE + ", " + WITH_HOLE + ")")).isEqualTo("false");
    assertThat(worth("ST_INTERSECTS(" + line + ", " + SQUARE + ")")).isEqualTo("true");
    assertThat(worth("ST_INTERSECTS(" + line + ", " + point(1, 5) + ")")).isEqualTo("false");
    assertThat(worth("ST_DISTANCE(" + line + ", " + SQUARE + ")")).isEqualTo("0");
    assertThat(worth("ST_AREA(" + point(1, 1) + ")")).isEqualTo("0");
    assertThat(worth("ST_AREA(5)")).isEqualTo("undefined");
    assertThat(worth("ST_ISVALID({'type':'Polygon','coordinates':[[[0,0],[1,0],[1,1],[0,1]]]})"))
        .isEqualTo("false");
    assertThat(worth("ST_ISVALIDDETAILED(" + point(0, 91) + ").reason"))
        .contains("Latitude values must be between");
  }

  /** A degree of longitude on the equator, and one of latitude from it, on the ellipsoid. */
  @Test
  void distancesAreThoseOfTheEllipsoid() {
    double east = Double.parseDouble(worth("ST_DISTANCE(" + point(0, 0) + "," + point(1, 0) + ")"));
    double north =
        Double.parseDouble(worth("ST_DISTANCE(" + point(0, 0) + "," + point(0, 1) + ")"));
    assertThat(east).isBetween(111_319.49, 111_319.50);
    assertThat(north).isBetween(110_574.38, 110_574.39);
    double toLine =
        Double.parseDouble(
            worth(
                "ST_DISTANCE("
                    + point(0.5, 1)
                    + ", {'type':'LineString','coordinates':[[0,0],[1,0]]})"));
    assertThat(toLine).isBetween(110_574.0, 110_575.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'abc' LIKE 'a%' | true",
        "'abc' LIKE 'A%' | false",
        "'abc' LIKE '_b_' | true",
        "'abc' LIKE '%' | true",
        "'' LIKE '' | true",
        "'abc' LIKE 'b' | false",
        "'a%c' LIKE 'a[%]c' | true",
        "'abc' LIKE 'a[a-c]c' | true",
        "'abc' LIKE 'a[^a-c]c' | false",
        "'a]c' LIKE 'a[]]c' | true",
        "'10%' LIKE '10!%' ESCAPE '!' | true",
        "'10x' LIKE '10!%' ESCAPE '!' | false",
        "'a_b' NOT LIKE 'a[_]b' | false",
        "5 LIKE '5' | undefined",
      })
  void likePatterns(String expression, String expected) {
    assertThat(worth(expression)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "ABS() | The ABS function requires 1 argument(s).",
        "CONCAT('a') | The CONCAT function requires at least 2 argument(s).",
        "substring('a') | The SUBSTRING function requires 2 to 3 argument(s).",
        "PI(1) | The PI function requires 0 argument(s).",
      })
  void wantsAsManyArgumentsAsItHas(String expression, String message) {
    assertThatThrownBy(() -> worth(expression))
        .hasMessageContaining("SC2050")
        .hasMessageContaining(message);
  }
}
