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
        "the step parameter in a range statement must be a strictly positive numeric value");
    refuse(
        "[{$densify: {field: 'a', range: {step: 1, bounds: 'x'}}}]",
        5946802,
        "Bounds must be 'full', 'partition', or an ascending array of two values");
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
