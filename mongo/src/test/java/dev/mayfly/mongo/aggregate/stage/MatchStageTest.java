package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class MatchStageTest {
  @Test
  void onlyMatchingDocumentsComeOut() {
    expect("[{$match: {a: 1}}]", "[{_id: 1, a: 1}, {_id: 2, a: 2}]", "[{_id: 1, a: 1}]");
    expect("[{$match: {}}]", "[{_id: 1, a: 1}]", "[{_id: 1, a: 1}]");
  }

  @Test
  void expressionsSeeTheDocument() {
    expect(
        "[{$match: {$expr: {$gt: ['$a', '$b']}}}]",
        "[{_id: 1, a: 1, b: 2}, {_id: 2, a: 2, b: 1}]",
        "[{_id: 2, a: 2, b: 1}]");
  }

  @Test
  void aFilterThatIsNoObjectIsRefused() {
    refuse("[{$match: 1}]", 15959, "the match filter must be an expression in an object");
  }
}
