package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class SkipStageTest {
  private static final String INPUT = "[{_id: 1}, {_id: 2}, {_id: 3}]";

  @Test
  void theFirstDocumentsAreLeftOut() {
    expect("[{$skip: 2}]", INPUT, "[{_id: 3}]");
    expect("[{$skip: 0}]", INPUT, INPUT);
    expect("[{$skip: 9}]", INPUT, "[]");
  }

  @Test
  void twoSkipsAddUpWithoutOverflow() {
    expect("[{$skip: 1}, {$skip: 1}]", INPUT, "[{_id: 3}]");
    String most = "{$skip: {$numberLong: '9223372036854775807'}}";
    expect("[" + most + ", " + most + "]", INPUT, "[]");
  }

  @Test
  void badCountsAreRefused() {
    refuse(
        "[{$skip: -1}]",
        5107200,
        "invalid argument to $skip stage: Expected a non-negative number in: $skip: -1");
    refuse(
        "[{$skip: {}}]",
        5107200,
        "invalid argument to $skip stage: Expected a number in: $skip: {}");
  }
}
