package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class FillStageTest {
  private static final String INPUT =
      "[{t: 1, a: 1}, {t: 2}, {t: 3, a: null}, {t: 5, a: 9}, {t: 6}]";

  @Test
  void whatWasSeenLastNeedsNoOrder() {
    expect(
        "[{$fill: {output: {a: {method: 'locf'}}}}]",
        "[{a: 1}, {b: 1}, {a: 2}]",
        "[{a: 1}, {b: 1, a: 1}, {a: 2}]");
  }

  @Test
  void gapsGetAValue() {
    expect(
        "[{$fill: {output: {a: {value: '$t'}}}}]",
        INPUT,
        "[{t: 1, a: 1}, {t: 2, a: 2}, {t: 3, a: 3}, {t: 5, a: 9}, {t: 6, a: 6}]");
  }

  @Test
  void gapsGetTheLastValue() {
    expect(
        "[{$fill: {sortBy: {t: 1}, output: {a: {method: 'locf'}}}}]",
        INPUT,
        "[{t: 1, a: 1}, {t: 2, a: 1}, {t: 3, a: 1}, {t: 5, a: 9}, {t: 6, a: 9}]");
  }

  @Test
  void gapsAreBridgedByALine() {
    expect(
        "[{$fill: {sortBy: {t: 1}, output: {a: {method: 'linear'}}}}]",
        INPUT,
        "[{t: 1, a: 1}, {t: 2, a: 3.0}, {t: 3, a: 5.0}, {t: 5, a: 9}, {t: 6, a: null}]");
  }

  @Test
  void partitionsAreFilledApart() {
    expect(
        "[{$fill: {partitionByFields: ['p'], sortBy: {t: 1}, output: {a: {method: 'locf'}}}}]",
        "[{p: 1, t: 1, a: 1}, {p: 2, t: 2}, {p: 1, t: 3}]",
        "[{p: 1, t: 1, a: 1}, {p: 1, t: 3, a: 1}, {p: 2, t: 2, a: null}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$fill: {output: {a: {method: 'x'}}}}]", 6050202, "Method must be either locf or linear");
    refuse(
        "[{$fill: {output: {a: {method: 'locf', value: 1}}}}]",
        6050201,
        "Each fill output specification must have exactly one of 'method' or 'value' fields, not"
            + " both");
    refuse(
        "[{$fill: {output: {a: 1}}}]",
        6050200,
        "Each fill output specification must be an object with exactly one field");
    refuse(
        "[{$fill: {output: {}}}]",
        6050203,
        "The output field in '$fill' must contain an object with at least one element");
    refuse(
        "[{$fill: {partitionBy: '$p', partitionByFields: ['p'], output: {a: {value: 1}}}}]",
        6050204,
        "Maximum one of 'partitionBy' and 'partitionByFields can be specified in '$fill'");
    refuse(
        "[{$fill: {output: {a: {method: 'linear'}}}}]",
        605001,
        "$linearFill must be specified with a top level sortBy expression with exactly one"
            + " element");
    refuse("[{$fill: {x: 1}}]", 40415, "BSON field '$fill.x' is an unknown field.");
    refuse("[{$fill: {}}]", 40414, "BSON field '$fill.output' is missing but a required field");
  }

  @Test
  void partitionsAreNamedByTexts() {
    String stage =
        "[{$fill: {partitionByFields: %s, sortBy: {a: 1}, output: {b: {method: 'locf'}}}}]";
    refuse(
        stage.formatted("'c'"),
        14,
        "BSON field '$fill.partitionByFields' is the wrong type 'string', expected type 'array'");
    refuse(
        stage.formatted("[1]"),
        14,
        "BSON field '$fill.partitionByFields.0' is the wrong type 'int', expected type 'string'");
    expect(stage.formatted("null"), "[{a: 1, b: 1}, {a: 2}]", "[{a: 1, b: 1}, {a: 2, b: 1}]");
  }
}
