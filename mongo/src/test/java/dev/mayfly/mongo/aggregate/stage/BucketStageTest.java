package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class BucketStageTest {
  private static final String INPUT =
      "[{a: 5}, {a: 0}, {a: 12.5}, {a: 10}, {a: 'x'}, {a: 20}, {}, {a: 19}]";

  @Test
  void documentsFallIntoRanges() {
    expect(
        "[{$bucket: {groupBy: '$a', boundaries: [0, 10, 20], default: 'other'}}]",
        INPUT,
        "[{_id: 0, count: 2}, {_id: 10, count: 3}, {_id: 'other', count: 3}]");
  }

  @Test
  void theOutputIsAccumulated() {
    expect(
        "[{$match: {a: {$lt: 20}}}, {$bucket: {groupBy: '$a', boundaries: [0, 10, 20],"
            + " output: {sum: {$sum: '$a'}, all: {$push: '$a'}}}}]",
        INPUT,
        "[{_id: 0, sum: 5, all: [5, 0]}, {_id: 10, sum: 41.5, all: [12.5, 10, 19]}]");
  }

  @Test
  void theDefaultStandsWhereItsValueSorts() {
    expect(
        "[{$bucket: {groupBy: '$a', boundaries: [0, 10], default: -1}}]",
        "[{a: 1}, {a: 99}]",
        "[{_id: -1, count: 1}, {_id: 0, count: 1}]");
  }

  @Test
  void aValueWithoutARangeIsRefused() {
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [0, 10]}}]",
        "[{a: 10}]",
        40066,
        "$switch could not find a matching branch for an input, and no default was specified.");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$bucket: 1}]",
        40201,
        "Argument to $bucket stage must be an object, but found type: int.");
    refuse(
        "[{$bucket: {groupBy: '$a'}}]",
        40198,
        "$bucket requires 'groupBy' and 'boundaries' to be specified.");
    refuse("[{$bucket: {x: 1}}]", 40197, "Unrecognized option to $bucket: x.");
    refuse(
        "[{$bucket: {groupBy: 'a', boundaries: [0, 1]}}]",
        40202,
        "The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression, but"
            + " found: \"a\".");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: 1}}]",
        40200,
        "The $bucket 'boundaries' field must be an array, but found type: int.");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1]}}]",
        40192,
        "The $bucket 'boundaries' field must have at least 2 values, but found 1 value(s).");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1, 'x']}}]",
        40193,
        "All values in the the 'boundaries' option to $bucket must have the same type. Found"
            + " conflicting types int and string.");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1, 1]}}]",
        40194,
        "The 'boundaries' option to $bucket must be sorted, but elements 0 and 1 are not in"
            + " ascending order (1 is not less than 1).");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1, '$b']}}]",
        40191,
        "The $bucket 'boundaries' field must be an array of constant values, but found value:"
            + " \"$b\".");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1, 5], default: 3}}]",
        40199,
        "The $bucket 'default' field must be less than the lowest boundary or greater than or"
            + " equal to the highest boundary.");
    refuse(
        "[{$bucket: {groupBy: '$a', boundaries: [1, 5], output: 3}}]",
        40196,
        "The $bucket 'output' field must be an object, but found type: int.");
  }
}
