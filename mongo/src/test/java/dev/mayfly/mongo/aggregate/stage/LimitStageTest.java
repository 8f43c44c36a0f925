package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class LimitStageTest {
  private static final String INPUT = "[{_id: 1}, {_id: 2}, {_id: 3}]";

  @Test
  void noMoreThanTheLimitComesOut() {
    expect("[{$limit: 2}]", INPUT, "[{_id: 1}, {_id: 2}]");
    expect("[{$limit: 2.0}]", INPUT, "[{_id: 1}, {_id: 2}]");
    expect("[{$limit: 9}]", INPUT, INPUT);
  }

  @Test
  void theSmallerOfTwoLimitsCounts() {
    expect("[{$limit: 2}, {$limit: 1}]", INPUT, "[{_id: 1}]");
    expect("[{$limit: 1}, {$limit: 2}]", INPUT, "[{_id: 1}]");
  }

  @Test
  void badLimitsAreRefused() {
    refuse("[{$limit: 0}]", 15958, "the limit must be positive");
    refuse(
        "[{$limit: -1}]",
        5107201,
        "invalid argument to $limit stage: Expected a non-negative number in: $limit: -1");
    refuse(
        "[{$limit: 'x'}]",
        5107201,
        "invalid argument to $limit stage: Expected a number in: $limit: \"x\"");
    refuse(
        "[{$limit: 1.5}]",
        5107201,
        "invalid argument to $limit stage: Expected an integer: $limit: 1.5");
  }
}
