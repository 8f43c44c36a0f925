package dev.mayfly.mongo.aggregate;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SortPatternTest {
  /** Two documents, the first of which comes first in the order. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a: 1}                 | {a: 1}                        | {a: 2}",
        "{a: -1}                | {a: 2}                        | {a: 1}",
        "{a: 1}                 | {}                            | {a: 1}",
        "{a: 1}                 | {a: []}                       | {a: null}",
        "{a: 1}                 | {a: [5, 1]}                   | {a: 2}",
        "{a: -1}                | {a: [1, 5]}                   | {a: 4}",
        "{a: 1}                 | {a: 2}                        | {a: [[1]]}",
        "{'a.b': 1}             | {a: [{b: 7}, {b: 1}]}         | {a: {b: 2}}",
        "{'a.b': -1}            | {a: [{b: 7}, {b: 1}]}         | {a: {b: 2}}",
        "{'a.b': 1}             | {a: [{c: 7}, {b: 3}]}         | {a: {b: 2}}",
        "{'a.b': 1}             | {a: 5}                        | {a: {b: 0}}",
        "{'a.1': 1}             | {a: [9, 1]}                   | {a: [0, 2]}",
        "{a: 1, b: -1}          | {a: 1, b: 2}                  | {a: 1, b: 1}",
        "{'a.x': 1, 'a.y': 1}   | {a: [{x: 1, y: 4}, {x: 2, y: 0}]} | {a: {x: 1, y: 5}}",
        "{'a.x': 1, 'a.y': 1}   | {a: {x: 1, y: 4}}    | {a: [{x: 1, y: 5}, {x: 2, y: 0}]}",
        "{'a.x': 1, b: 1}       | {a: [{x: 1}, {x: 2}], b: 1}   | {a: {x: 1}, b: 2}",
        "{a: 1}                 | {a: 'B'}                      | {a: 'a'}",
        "{a: 1}                 | {a: {$numberLong: '1'}, b: 1} | {a: 1.5}",
      })
  void documentsComeInOrder(String pattern, String first, String second) {
    String pipeline = "[{$sort: " + pattern + "}]";
    String sorted = "[" + first + ", " + second + "]";
    expect(pipeline, sorted, sorted);
    expect(pipeline, "[" + second + ", " + first + "]", sorted);
  }

  @Test
  void arraysSideBySideAreRefused() {
    refuse(
        "[{$sort: {a: 1, b: 1}}]",
        "[{a: [1, 2], b: [3]}]",
        2,
        "cannot sort with keys that are parallel arrays");
  }
}
