package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class ProjectStageTest {
  @Test
  void fieldsAreKeptAndComputed() {
    expect("[{$project: {a: 1, c: '$b'}}]", "[{_id: 1, a: 1, b: 2}]", "[{_id: 1, a: 1, c: 2}]");
    expect("[{$project: {_id: 0, a: 1}}]", "[{_id: 1, a: 1, b: 2}]", "[{a: 1}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$project: 1}]", 15969, "$project specification must be an object");
    refuse(
        "[{$project: {}}]",
        51272,
        "Invalid $project :: caused by :: projection specification must have at least one"
            + " field");
  }
}
