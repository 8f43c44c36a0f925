package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class UnsetStageTest {
  @Test
  void fieldsAreDropped() {
    expect("[{$unset: 'a'}]", "[{_id: 1, a: 1, b: 2}]", "[{_id: 1, b: 2}]");
    expect(
        "[{$unset: ['a', 'b.c', 'x']}]",
        "[{_id: 1, a: 1, b: {c: 1, d: 2}}, {b: [{c: 1}, 3]}]",
        "[{_id: 1, b: {d: 2}}, {b: [{}, 3]}]");
  }

  @Test
  void theIdCanBeDropped() {
    expect("[{$unset: '_id'}]", "[{_id: 1, a: 1}]", "[{a: 1}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$unset: ['a', 'a']}]", 31250, "Invalid $unset :: caused by :: Path collision at a");
    refuse("[{$unset: 1}]", 31002, "$unset specification must be a string or an array");
    refuse(
        "[{$unset: []}]",
        31119,
        "$unset specification must be a string or an array with at least one field");
    refuse(
        "[{$unset: ['a', 1]}]",
        31120,
        "$unset specification must be a string or an array containing only string values");
  }
}
