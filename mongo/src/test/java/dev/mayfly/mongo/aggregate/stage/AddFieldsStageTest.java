package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddFieldsStageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{b: 1}               | {a: 1}               | {a: 1, b: 1}",
        "{a: '$b'}            | {a: 1, b: 2}         | {a: 2, b: 2}",
        "{a: '$b', b: '$a'}   | {a: 1, b: 2}         | {a: 2, b: 1}",
        "{a: '$none'}         | {a: 1, b: 2}         | {b: 2}",
        "{'a.b': 1}           | {a: {c: 2}}          | {a: {c: 2, b: 1}}",
        "{a: {b: 1, c: '$x'}} | {a: {c: 2}, x: 3}    | {a: {c: 3, b: 1}, x: 3}",
        "{'a.b': 1}           | {a: 5}               | {a: {b: 1}}",
        "{'a.b': 1}           | {}                   | {a: {b: 1}}",
        "{'a.b': '$none'}     | {}                   | {a: {}}",
        "{'a.b': 1}           | {a: [{b: 0}, 2, []]} | {a: [{b: 1}, {b: 1}, []]}",
        "{a: {$literal: {}}}  | {}                   | {a: {}}",
        "{a: ['$b', 1, '$c']} | {b: 2}               | {b: 2, a: [2, 1, null]}",
        "{a: {'b.c': 1}}      | {}                   | {a: {b: {c: 1}}}",
      })
  void fieldsAreComputed(String fields, String before, String after) {
    expect("[{$addFields: " + fields + "}]", "[" + before + "]", "[" + after + "]");
    expect("[{$set: " + fields + "}]", "[" + before + "]", "[" + after + "]");
  }

  @Test
  void anEmptyDocumentIsAValue() {
    expect("[{$set: {a: {}, b: {c: {}}}}]", "[{a: 1}]", "[{a: {}, b: {c: {}}}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$addFields: 1}]", 40272, "$addFields specification stage must be an object, got int");
    refuse("[{$set: 'a'}]", 40272, "$set specification stage must be an object, got string");
    refuse(
        "[{$set: {}}]",
        40177,
        "Invalid $set :: caused by :: specification must have at least one field");
    refuse(
        "[{$addFields: {a: 1, 'a.b': 2}}]",
        40176,
        "Invalid $addFields :: caused by :: specification contains two conflicting paths."
            + " Cannot specify both 'a.b' and a path that begins with it or that it begins with");
  }
}
