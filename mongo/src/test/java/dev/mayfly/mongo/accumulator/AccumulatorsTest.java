package dev.mayfly.mongo.accumulator;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDouble;
import org.bson.BsonInt64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccumulatorsTest {
  private static final String LARGEST = "{$numberLong: '9223372036854775807'}";

  /** An accumulator over the field a, the values of that field, and the result. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$sum | 1, 2                         | 3",
        "$sum | 2147483647, 1                | {$numberLong: '2147483648'}",
        "$sum | 1, {$numberLong: '2'}        | {$numberLong: '3'}",
        "$sum | 1, 2.5                       | 3.5",
        "$sum | 1, {$numberDecimal: '2.50'}  | {$numberDecimal: '3.50'}",
        "$sum | 'x', null, [1, 2]            | 0",
        "$sum | 'x', 5                       | 5",
        "$sum | 1e308, 1e308, -1e308         | {$numberDouble: 'Infinity'}",
        "$sum | 0.1, 0.2, 0.3, 0.4           | 1.0",
        "$sum | 1e100, 1.0, -1e100           | 1.0",
        "$sum | {$numberDouble: 'NaN'}, 1    | {$numberDouble: 'NaN'}",
        "$avg | 1, 2                         | 1.5",
        "$avg | 2, 2                         | 2.0",
        "$avg | 2, 'x'                       | 2.0",
        "$avg | 'x'                          | null",
        "$avg | 1, {$numberDecimal: '2'}     | {$numberDecimal: '1.5'}",
        "$min | 3, 1, 2                      | 1",
        "$min | 3, 'a', null                 | 3",
        "$min | 1, 1.0                       | 1",
        "$min | null                         | null",
        "$min | [1, 2], [0, 9]               | [0, 9]",
        "$max | 3, 1, 'a'                    | 'a'",
        "$max | 1.0, 1                       | 1.0",
        "$max | null                         | null",
        "$first | 3, 1                       | 3",
        "$first | null, 1                    | null",
        "$last  | 3, 1                       | 1",
        "$push  | 3, null, [1], 3            | [3, null, [1], 3]",
        "$addToSet | 1, 1.0, 2, 'a', 'a', null, null, {x: 1}, {x: 1} | [1, 2, 'a', null, {x: 1}]",
        "$stdDevPop | 2, 4, 4, 4, 5, 5, 7, 9 | 2.0",
        "$stdDevPop | 5                      | 0.0",
        "$stdDevPop | 'x'                    | null",
        "$stdDevSamp | 1, 3                  | 1.4142135623730951",
        "$stdDevSamp | 5                     | null",
        "$mergeObjects | {a: 1}, null, {b: 2, a: 3} | {a: 3, b: 2}",
      })
  void valuesMakeOne(String name, String values, String result) {
    StringBuilder input = new StringBuilder();
    int depth = 0;
    for (char each : values.toCharArray()) {
      depth += "{[".indexOf(each) >= 0 ? 1 : "}]".indexOf(each) >= 0 ? -1 : 0;
      input.append(each == ',' && depth == 0 ? "}, {a: " : String.valueOf(each));
    }
    expect(
        "[{$group: {_id: 1, r: {" + name + ": '$a'}}}]",
        "[{a: " + input + "}]",
        "[{_id: 1, r: " + result + "}]");
  }

  @Test
  void sumsPastTheLargestLongAreDoubles() {
    String input = "[{a: " + LARGEST + "}, {a: " + LARGEST + "}, {a: 1}]";
    expect("[{$group: {_id: 1, r: {$sum: '$a'}}}]", input, "[{_id: 1, r: 18446744073709551615.0}]");
  }

  @Test
  void sumsOfVeryManyIntsAreExact() {
    Accumulator sum = new SumAccumulator();
    for (int i = 0; i < 2000; i++) {
      sum.addInt(Integer.MAX_VALUE);
    }
    assertThat(sum.result()).isEqualTo(new BsonInt64(2000L * Integer.MAX_VALUE));
    for (int i = 0; i < 4000; i++) {
      sum.addInt(Integer.MIN_VALUE);
    }
    long whole = 2000L * Integer.MAX_VALUE + 4000L * Integer.MIN_VALUE;
    assertThat(sum.result()).isEqualTo(new BsonInt64(whole));
    sum.addDouble(0.5);
    sum.addInt(1);
    assertThat(sum.result()).isEqualTo(new BsonDouble(whole + 1.5));
  }

  @Test
  void sumsThatPassTheLargestLongAndComeBackAreExact() {
    String input = "[{a: " + LARGEST + "}, {a: 5}, {a: {$numberLong: '-9223372036854775807'}}]";
    expect("[{$group: {_id: 1, r: {$sum: '$a'}}}]", input, "[{_id: 1, r: {$numberLong: '5'}}]");
  }

  @Test
  void missingValuesCountForFirstAndLastOnly() {
    expect(
        "[{$group: {_id: 1, f: {$first: '$a'}, l: {$last: '$a'}, p: {$push: '$a'},"
            + " s: {$addToSet: '$a'}, m: {$max: '$a'}, n: {$count: {}},"
            + " d: {$mergeObjects: '$a'}}}]",
        "[{}, {a: {x: 1}}, {}]",
        "[{_id: 1, f: null, l: null, p: [{x: 1}], s: [{x: 1}], m: {x: 1}, n: 3, d: {x: 1}}]");
  }

  @Test
  void theNamesAreListed() {
    assertThat(Accumulators.names()).contains("$sum", "$mergeObjects").doesNotContain("$foo");
  }
}
