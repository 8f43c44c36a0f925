package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class DensifyStageTest {
  @Test
  void aRangeIsFilled() {
    expect(
        "[{$densify: {field: 'a', range: {step: 2, bounds: [0, 6]}}}]",
        "[{a: 2, x: 1}, {a: 3}, {x: 2}]",
        "[{x: 2}, {a: 0}, {a: 2, x: 1}, {a: 3}, {a: 4}]");
  }

  @Test
  void eachPartitionIsFilledAsFarAsItReaches() {
    expect(
        "[{$densify: {field: 'a', partitionByFields: ['p'], range: {step: 1, bounds:"
            + " 'partition'}}}]",
        "[{p: 1, a: 1}, {p: 2, a: 5}, {p: 1, a: 3}]",
        "[{p: 1, a: 1}, {p: 1, a: 2}, {p: 1, a: 3}, {p: 2, a: 5}]");
  }

  @Test
  void eachPartitionCanBeFilledAsFarAsAllReach() {
    expect(
        "[{$densify: {field: 'a', partitionByFields: ['p'], range: {step: 1, bounds: 'full'}}}]",
        "[{p: 1, a: 1}, {p: 2, a: 3}]",
        "[{p: 1, a: 1}, {p: 1, a: 2}, {p: 1, a: 3}, {p: 2, a: 1}, {p: 2, a: 2}, {p: 2, a: 3}]");
  }

  @Test
  void aRangeIsFilledWithoutDocumentsToo() {
    String stage = "[{$densify: {field: 'a', range: {step: 2, bounds: [0, 5]}}}]";
    expect(stage, "[]", "[{a: 0}, {a: 2}, {a: 4}]");
    expect(stage, "[{x: 1}, {a: null}]", "[{x: 1}, {a: null}, {a: 0}, {a: 2}, {a: 4}]");
    expect(
        "[{$densify: {field: 'a', partitionByFields: ['p'], range: {step: 2, bounds: [0, 5]}}}]",
        "[]",
        "[]");
  }

  @Test
  void badBoundsAreRefused() {
    String stage = "[{$densify: {field: 'a', range: {step: 1, bounds: %s}}}]";
    refuse(
        stage.formatted("[1]"),
        5733403,
        "A bounding array in a range statement must have exactly two elements");
    refuse(
        stage.formatted("[5, 1]"),
        5733402,
        "A bounding array must be an ascending array of either two dates or two numbers");
    refuse(
        stage.formatted("[1, {$date: 0}]"),
        5733406,
        "A bounding array must contain either both dates or both numeric types");
    refuse(
        stage.formatted("[1, 2.5]"),
        5876900,
        "Upper bound, lower bound, and step must all have the same type");
    refuse(
        stage.formatted("[{$date: 0}, {$date: 1}]"),
        5733410,
        "A bounding array of dates must specify a unit");
    refuse(stage.formatted("['a', 'b']"), 5946800, "Explicit bounds must be numeric or dates");
    refuse(
        stage.formatted("1"),
        5733404,
        "The bounds in a range statement must be the string 'full', 'partition', or an ascending"
            + " array of two numbers or two dates");
    refuse(
        stage.formatted("[1, 2], unit: 'day'"),
        5733409,
        "Numeric bounds may not have unit parameter");
    refuse(
        stage.formatted("'partition'"),
        5733408,
        "One cannot specify the bounds as 'partition' without specifying a non-empty array of"
            + " partitionByFields. You may have meant to specify 'full' bounds.");
  }

  @Test
  void partitionsAreNamedByTexts() {
    String stage =
        "[{$densify: {field: 'a', partitionByFields: %s, range: {step: 1, bounds: 'full'}}}]";
    refuse(
        stage.formatted("1"),
        14,
        "BSON field '$densify.partitionByFields' is the wrong type 'int', expected type 'array'");
    refuse(
        stage.formatted("['b', null]"),
        14,
        "BSON field '$densify.partitionByFields.1' is the wrong type 'null', expected type"
            + " 'string'");
  }

  @Test
  void datesGoByUnits() {
    expect(
        "[{$densify: {field: 'd', range: {step: 1, unit: 'month', bounds: 'full'}}}]",
        "[{d: {$date: '2024-01-31T00:00:00Z'}}, {d: {$date: '2024-03-31T00:00:00Z'}}]",
        "[{d: {$date: '2024-01-31T00:00:00Z'}}, {d: {$date: '2024-02-29T00:00:00Z'}},"
            + " {d: {$date: '2024-03-31T00:00:00Z'}}]");
  }

  @Test
  void badSpecificationsAndValuesAreRefused() {
    refuse(
        "[{$densify: {field: 'a', range: {step: 0, bounds: 'full'}}}]",
        5733401,
        "The step parameter in a range statement must be a strictly positive numeric value");
    refuse(
        "[{$densify: {field: 'a', range: {step: 1, bounds: 'x'}}}]",
        5946802,
        "Bounds string must either be 'full' or 'partition'");
    refuse(
        "[{$densify: {field: 'a', range: {step: 1, bounds: 'full'}}}]",
        "[{a: 'x'}]",
        5733201,
        "Densify field type must be numeric");
    refuse(
        "[{$densify: {field: 'a', range: {step: 1, bounds: [0, 1000000]}}}]",
        "[{a: 1}]",
        5897900,
        "Generated 500001 documents in $densify, which is over the limit of 500000. Increase the"
            + " 'internalQueryMaxAllowedDensifyDocs' parameter to allow more generated documents");
  }
}
