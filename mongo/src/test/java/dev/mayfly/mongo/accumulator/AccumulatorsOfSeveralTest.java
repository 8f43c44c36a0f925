package dev.mayfly.mongo.accumulator;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccumulatorsOfSeveralTest {
  private static final String INPUT =
      "[{a: 3, b: 1}, {a: 1, b: 2}, {b: 3}, {a: 2, b: 4}, {a: 1, b: 5}, {a: 'x', b: 6}]";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$firstN: {input: '$a', n: 2}                       | [3, 1]",
        "$firstN: {input: '$a', n: 3}                       | [3, 1, null]",
        "$lastN: {input: '$a', n: 2}                        | [1, 'x']",
        "$minN: {input: '$a', n: 3}                         | [1, 1, 2]",
        "$maxN: {input: '$a', n: 2}                         | ['x', 3]",
        "$maxN: {input: '$a', n: 100}                       | ['x', 3, 2, 1, 1]",
        "$top: {output: '$b', sortBy: {a: 1}}               | 3",
        "$top: {output: '$b', sortBy: {a: -1}}              | 6",
        "$bottom: {output: '$b', sortBy: {a: -1}}           | 3",
        "$bottom: {output: ['$b', '$a'], sortBy: {a: 1}}    | [6, 'x']",
        "$topN: {n: 3, output: '$b', sortBy: {a: 1}}        | [3, 2, 5]",
        "$bottomN: {n: 2, output: '$b', sortBy: {a: 1}}     | [1, 6]",
        "$topN: {n: 2, output: '$b', sortBy: {a: 1, b: -1}} | [3, 5]",
        "$topN: {n: 1, output: '$q', sortBy: {a: 1}}        | [null]",
        "$median: {input: '$a', method: 'approximate'}      | 1.0",
        "$percentile: {input: '$a', p: [0.5, 1, 0], method: 'approximate'} | [1.0, 3.0, 1.0]",
        "$percentile: {input: '$q', p: [0.5], method: 'approximate'}       | [null]",
        "$median: {input: '$q', method: 'approximate'}      | null",
      })
  void someAreKept(String accumulator, String result) {
    expect(
        "[{$group: {_id: 1, r: {" + accumulator + "}}}]", INPUT, "[{_id: 1, r: " + result + "}]");
  }

  @Test
  void theirNumberCanComeFromTheKey() {
    expect(
        "[{$group: {_id: {k: '$k'}, r: {$firstN: {input: '$a', n: '$k'}}}}]",
        "[{k: 1, a: 1}, {k: 1, a: 2}, {k: 2, a: 3}, {k: 2, a: 4}]",
        "[{_id: {k: 1}, r: [1]}, {_id: {k: 2}, r: [3, 4]}]");
  }

  @Test
  void badArgumentsAreRefused() {
    String firstN = "[{$group: {_id: 1, r: {$firstN: %s}}}]";
    refuse(firstN.formatted("{input: '$a', n: 0}"), 5787908, "'n' must be greater than 0, found 0");
    refuse(
        firstN.formatted("{input: '$a', n: 'x'}"),
        5787902,
        "Value for 'n' must be of integral type, but found \"x\"");
    refuse(firstN.formatted("{input: '$a'}"), 5787906, "Missing value for 'n'");
    refuse(firstN.formatted("{n: 1}"), 5787907, "Missing value for 'input'");
    refuse(firstN.formatted("{n: 1, x: 1}"), 5787901, "Unknown argument for 'n' operator: x");
    String top = "[{$group: {_id: 1, r: {$top: %s}}}]";
    refuse(top.formatted("{output: 1}"), 5788005, "Missing value for 'sortBy'");
    refuse(top.formatted("{sortBy: {a: 1}}"), 5788004, "Missing value for 'output'");
    refuse(top.formatted("{n: 1}"), 5788002, "Unknown argument to $top 'n'");
    refuse(
        "[{$group: {_id: 1, r: {$median: {input: '$a', method: 'x'}}}}]",
        2,
        "Currently only 'approximate' can be used as percentile 'method'.");
  }
}
