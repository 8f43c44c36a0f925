package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class BucketAutoStageTest {
  @Test
  void rangesGetAboutAsMany() {
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 2}}]",
        "[{a: 4}, {a: 1}, {a: 3}, {a: 2}]",
        "[{_id: {min: 1, max: 3}, count: 2}, {_id: {min: 3, max: 4}, count: 2}]");
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 3, output: {s: {$sum: '$a'}}}}]",
        "[{a: 0}, {a: 1}, {a: 2}, {a: 3}, {a: 4}]",
        "[{_id: {min: 0, max: 2}, s: 1}, {_id: {min: 2, max: 4}, s: 5},"
            + " {_id: {min: 4, max: 4}, s: 4}]");
  }

  @Test
  void equalValuesStayTogether() {
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 3}}]",
        "[{a: 1}, {a: 1}, {a: 1}, {a: 2}, {a: null}, {}]",
        "[{_id: {min: null, max: 1}, count: 2}, {_id: {min: 1, max: 2}, count: 3},"
            + " {_id: {min: 2, max: 2}, count: 1}]");
  }

  @Test
  void fewerValuesThanBucketsMakeABucketEach() {
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 5}}]",
        "[{a: 1}, {a: 2}]",
        "[{_id: {min: 1, max: 2}, count: 1}, {_id: {min: 2, max: 2}, count: 1}]");
    expect("[{$bucketAuto: {groupBy: '$a', buckets: 5}}]", "[]", "[]");
  }

  @Test
  void endsAreRoundedToASeries() {
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 3, granularity: 'R5'}}]",
        "[{a: 30}, {a: 90}, {a: 120}, {a: 500}, {a: 700}, {a: 1000}]",
        "[{_id: {min: 25.0, max: 100.0}, count: 2}, {_id: {min: 100.0, max: 630.0}, count: 2},"
            + " {_id: {min: 630.0, max: 1600.0}, count: 2}]");
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 2, granularity: 'POWERSOF2'}}]",
        "[{a: 0}, {a: 3}, {a: 4}, {a: 9}]",
        "[{_id: {min: 0, max: 4.0}, count: 2}, {_id: {min: 4.0, max: 16.0}, count: 2}]");
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 1, granularity: '1-2-5'}}]",
        "[{a: 0.07}, {a: 0.3}]",
        "[{_id: {min: 0.05, max: 0.5}, count: 2}]");
    expect(
        "[{$bucketAuto: {groupBy: '$a', buckets: 1, granularity: 'E192'}}]",
        "[{a: 919}, {a: 920}]",
        "[{_id: {min: 909.0, max: 931.0}, count: 2}]");
  }

  @Test
  void onlyNumbersFromZeroOnAreRounded() {
    String pipeline = "[{$bucketAuto: {groupBy: '$a', buckets: 1, granularity: 'R5'}}]";
    refuse(
        pipeline,
        "[{a: 'x'}]",
        40258,
        "$bucketAuto can specify a 'granularity' with numeric boundaries only, but found a value"
            + " with type: string");
    refuse(
        pipeline,
        "[{a: -1}]",
        40260,
        "$bucketAuto can specify a 'granularity' with non-negative numbers only, but found a"
            + " negative number");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$bucketAuto: 1}]",
        40240,
        "The argument to $bucketAuto must be an object, but found type: int");
    refuse(
        "[{$bucketAuto: {groupBy: '$a'}}]",
        40246,
        "$bucketAuto requires 'groupBy' and 'buckets' to be specified");
    refuse(
        "[{$bucketAuto: {groupBy: '$a', buckets: 0}}]",
        40243,
        "The $bucketAuto 'buckets' field must be greater than 0, but found: 0");
    refuse(
        "[{$bucketAuto: {groupBy: '$a', buckets: 'x'}}]",
        40241,
        "The $bucketAuto 'buckets' field must be a numeric value, but found type: string");
    refuse(
        "[{$bucketAuto: {groupBy: '$a', buckets: 1.5}}]",
        40242,
        "The $bucketAuto 'buckets' field must be representable as a 32-bit integer, but found"
            + " 1.5");
    refuse(
        "[{$bucketAuto: {groupBy: '$a', buckets: 2, granularity: 'X'}}]",
        40257,
        "Unknown rounding granularity 'X'");
    refuse("[{$bucketAuto: {x: 1}}]", 40245, "Unrecognized option to $bucketAuto: x");
  }
}
