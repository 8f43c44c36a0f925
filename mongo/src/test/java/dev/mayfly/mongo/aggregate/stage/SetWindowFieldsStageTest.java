package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetWindowFieldsStageTest {
  /** A function over documents with t from 1 to 4 and values v, and what it gives to each. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "$sum: '$v', window: {documents: ['unbounded', 'current']} | 4, 6, 12, 15",
        "$sum: '$v', window: {documents: [-1, 1]}                  | 6, 12, 11, 9",
        "$sum: '$v', window: {documents: [1, 'unbounded']}         | 11, 9, 3, 0",
        "$sum: '$v', window: {documents: [5, 6]}                   | 0, 0, 0, 0",
        "$sum: '$v'                                                | 15, 15, 15, 15",
        "$push: '$v', window: {documents: ['unbounded', 'current']}"
            + " | [4], [4, 2], [4, 2, 6], [4, 2, 6, 3]",
        "$max: '$v', window: {documents: ['unbounded', 'current']} | 4, 4, 6, 6",
        "$avg: '$v', window: {range: [-1, 0]}                      | 4.0, 3.0, 4.0, 4.5",
        "$count: {}, window: {range: ['current', 'unbounded']}     | 4, 3, 2, 1",
        "$documentNumber: {}                                       | 1, 2, 3, 4",
        "$rank: {}                                                 | 1, 2, 3, 4",
        "$shift: {output: '$v', by: 1}                             | 2, 6, 3, null",
        "$shift: {output: '$v', by: -1, default: 'no'}             | 'no', 4, 2, 6",
        "$expMovingAvg: {input: '$v', N: 3}                        | 4.0, 3.0, 4.5, 3.75",
        "$expMovingAvg: {input: '$v', alpha: 0.5}                  | 4.0, 3.0, 4.5, 3.75",
        "$derivative: {input: '$v'}, window: {documents: [-1, 0]}  | null, -2.0, 4.0, -3.0",
        "$derivative: {input: '$v'}, window: {range: [-2, 0]}      | null, -2.0, 1.0, 0.5",
        "$derivative: {input: '$v'}, window: {documents: [7, 8]}   | null, null, null, null",
        "$integral: {input: '$v'}                                  | 11.5, 11.5, 11.5, 11.5",
        "$integral: {input: '$v'}, window: {documents: [-1, 0]}    | 0, 3.0, 4.0, 4.5",
        "$integral: {input: '$v'}, window: {documents: [7, 8]}     | null, null, null, null",
        "$covariancePop: ['$v', '$t']                              | 0.125, 0.125, 0.125, 0.125",
        "$covariancePop: ['$v', '$t'], window: {documents: [-1, 0]} | 0.0, -0.5, 1.0, -0.75",
        "$covarianceSamp: ['$v', '$t'], window: {documents: [-1, 0]}" + " | null, -1.0, 2.0, -1.5",
        "$covarianceSamp: ['$v', '$x']                             | null, null, null, null",
        "$covariancePop: '$v'                                      | null, null, null, null",
      })
  void functionsReadTheirWindow(String function, String results) {
    String[] each = results.split(", (?![^\\[]*\\])");
    String input = "[{t: 2, v: 2}, {t: 1, v: 4}, {t: 4, v: 3}, {t: 3, v: 6}]";
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {" + function + "}}}}]",
        input,
        "[{t: 1, v: 4, r: %s}, {t: 2, v: 2, r: %s}, {t: 3, v: 6, r: %s}, {t: 4, v: 3, r: %s}]"
            .formatted((Object[]) each));
  }

  /** In a range, 0 includes the documents of equal keys, and "current" is the document alone. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0, 0 | 1, 2, 2",
        "'current', 'current' | 1, 1, 1",
        "'current', 1 | 3, 2, 1",
        "-1, 'current' | 1, 2, 3",
      },
      quoteCharacter = '`')
  void rangesIncludeTiesUnlessTheyEndAtTheCurrentDocument(String bounds, String counts) {
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {$count: {}, window: {range: ["
            + bounds
            + "]}}}}}]",
        "[{t: 1}, {t: 2}, {t: 2}]",
        "[{t: 1, r: %s}, {t: 2, r: %s}, {t: 2, r: %s}]".formatted((Object[]) counts.split(", ")));
  }

  @Test
  void rangesNeedNumbersAlsoWithoutBounds() {
    refuse(
        "[{$documents: [{t: 'x'}]}, {$setWindowFields: {sortBy: {t: 1}, output: {r: {$count: {},"
            + " window: {range: ['unbounded', 'unbounded']}}}}}]",
        5429414,
        "Invalid range: Expected the sortBy field to be a number, but it was string");
  }

  @Test
  void movingAveragesAreComputedInDecimals() {
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {$expMovingAvg: {input: '$v', N: 2}}}}},"
            + " {$project: {r: 1}}]",
        "[{t: 1, v: 1}, {t: 2, v: 2}, {t: 3, v: {$numberDecimal: '2'}}]",
        "[{r: 1.0}, {r: 1.6666666666666667},"
            + " {r: {$numberDecimal: '1.888888888888888888888888888888888'}}]");
  }

  @Test
  void partitionsAreSeparate() {
    expect(
        "[{$setWindowFields: {partitionBy: '$p', sortBy: {t: -1}, output: {'x.n': {$sum: 1, window:"
            + " {documents: ['unbounded', 'current']}}}}}]",
        "[{p: 'b', t: 1}, {p: 'a', t: 1}, {p: 'b', t: 2}]",
        "[{p: 'a', t: 1, x: {n: 1}}, {p: 'b', t: 2, x: {n: 1}}, {p: 'b', t: 1, x: {n: 2}}]");
  }

  @Test
  void equalDocumentsHaveTheSameRank() {
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {$rank: {}}, d: {$denseRank: {}}}}}]",
        "[{t: 1}, {t: 1}, {t: 2}]",
        "[{t: 1, r: 1, d: 1}, {t: 1, r: 1, d: 1}, {t: 2, r: 3, d: 2}]");
  }

  @Test
  void rangesOfDatesHaveAUnit() {
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {n: {$sum: 1, window: {range: [-1, 0],"
            + " unit: 'hour'}}}}}, {$project: {n: 1}}]",
        "[{t: {$date: 0}}, {t: {$date: 3600000}}, {t: {$date: 7200001}}]",
        "[{n: 1}, {n: 2}, {n: 1}]");
  }

  @Test
  void ratesAreInAUnit() {
    expect(
        "[{$setWindowFields: {sortBy: {t: 1}, output: {d: {$derivative: {input: '$v', unit:"
            + " 'hour'}, window: {documents: [-1, 0]}}, i: {$integral: {input: '$v', unit: 'hour'},"
            + " window: {documents: ['unbounded', 'current']}}}}}, {$project: {d: 1, i: 1}}]",
        "[{t: {$date: 0}, v: 10}, {t: {$date: 1800000}, v: 20}, {t: {$date: 9000000}, v: 20}]",
        "[{d: null, i: 0.0}, {d: 20.0, i: 7.5}, {d: 0.0, i: 47.5}]");
  }

  @Test
  void changesOverTimeNeedATime() {
    String stage = "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {%s}}}}]";
    String window = ", window: {documents: [-1, 0]}";
    String dates = "[{t: {$date: 0}, v: 1}]";
    refuse(
        stage.formatted("$derivative: {input: '$v', unit: 'hour'}" + window),
        "[{t: 1, v: 1}]",
        5624900,
        "$derivative with 'unit' expects the sortBy field to be a Date");
    refuse(
        stage.formatted("$derivative: {input: '$v'}" + window),
        dates,
        5624901,
        "$derivative where the sortBy is a Date requires an 'unit'");
    refuse(
        stage.formatted("$derivative: {input: '$v'}" + window),
        "[{t: 'x', v: 1}]",
        5624902,
        "$derivative (with no 'unit') expects the sortBy field to be numeric");
    refuse(
        stage.formatted("$derivative: {input: '$w'}" + window),
        "[{t: 1, v: 1}]",
        5624903,
        "$derivative input must not be null or missing");
    refuse(
        stage.formatted("$integral: {input: '$v'}"),
        dates,
        5423902,
        "$integral (with no 'unit') expects the sortBy field to be numeric");
    refuse(
        stage.formatted("$derivative: {input: '$v'}"),
        9,
        "$derivative requires explicit window bounds");
    refuse(
        stage.formatted("$integral: {unit: 'hour'}"),
        9,
        "$integral requires an 'input' expression");
    refuse(
        stage.formatted("$integral: {input: 1, x: 1}"), 9, "$integral got unexpected argument: x");
    refuse(
        stage.formatted("$integral: {input: 1, unit: 'month'}"),
        5490710,
        "unit must be 'week' or smaller");
    refuse(
        "[{$setWindowFields: {output: {r: {$integral: {input: 1}}}}}]",
        9,
        "$integral requires a sortBy");
  }

  @Test
  void badSpecificationsAreRefused() {
    String stage = "[{$setWindowFields: {sortBy: {t: 1}, output: {r: {%s}}}}]";
    refuse(stage.formatted("$foo: 1"), 9, "Unrecognized window function, $foo");
    refuse(
        stage.formatted("$sum: 1, window: {documents: [1]}"),
        9,
        "Window bounds must be a 2-element array: [ 1 ]");
    refuse(
        stage.formatted("$sum: 1, window: {documents: [1, 0]}"),
        5339900,
        "Lower bound must not exceed upper bound: [1, 0]");
    refuse(
        stage.formatted("$sum: 1, window: {documents: [0.5, 1]}"),
        9,
        "Numeric document-based bounds must be an integer");
    refuse(stage.formatted("$sum: 1, x: 1"), 9, "Window function found an unknown argument: x");
    refuse(
        "[{$setWindowFields: {output: {r: {$rank: {}}}}}]",
        5371602,
        "$rank must be specified with a top level sortBy expression with exactly one element");
    refuse(
        "[{$setWindowFields: {sortBy: {t: -1}, output: {r: {$sum: 1, window: {range: [0, 1]}}}}}]",
        8947401,
        "Range-based bounds require an ascending sortBy");
    refuse(
        "[{$setWindowFields: {output: {r: {$sum: 1, window: {range: [0, 1]}}}}}]",
        5339902,
        "Range-based bounds require sortBy a single field");
    refuse(
        "[{$setWindowFields: {output: {r: {$sum: 1, window: {documents: [0, 1]}}}}}]",
        5339901,
        "Document-based bounds require a sortBy");
    refuse(
        "[{$setWindowFields: {}}]",
        40414,
        "BSON field '$setWindowFields.output' is missing but a required field");
  }

  @Test
  void unitsAreNamesAndNothingElse() {
    String stage =
        "[{$setWindowFields: {sortBy: {d: 1}, output: {s: {$sum: 1,"
            + " window: {range: [-1, 0], unit: %s}}}}}]";
    refuse(stage.formatted("null"), 9, "'unit' must be a string");
    refuse(
        stage.formatted("'$u'"),
        "[{d: {$date: 0}}, {d: {$date: 1}}]",
        9,
        "unknown time unit value: $u");
  }
}
