package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class RedactStageTest {
  private static final String BY_LEVEL =
      "[{$redact: {$cond: [{$eq: ['$level', 5]}, '$$PRUNE', '$$DESCEND']}}]";

  @Test
  void innerDocumentsAreJudgedOneByOne() {
    expect(
        BY_LEVEL,
        "[{_id: 1, level: 1, a: {level: 5, x: 1}, b: {level: 1, c: [{level: 5}, {level: 2}, 7]}},"
            + " {_id: 2, level: 5}]",
        "[{_id: 1, level: 1, b: {level: 1, c: [{level: 2}, 7]}}]");
  }

  @Test
  void whatIsKeptIsNotLookedInto() {
    expect("[{$redact: '$$KEEP'}]", "[{_id: 1, a: {level: 5}}]", "[{_id: 1, a: {level: 5}}]");
    expect("[{$redact: '$$PRUNE'}]", "[{_id: 1}]", "[]");
  }

  @Test
  void anythingElseIsRefused() {
    refuse(
        "[{$redact: 1}]",
        17053,
        "$redact's expression should not return anything aside from the variables $$KEEP,"
            + " $$DESCEND, and $$PRUNE, but returned 1");
  }
}
