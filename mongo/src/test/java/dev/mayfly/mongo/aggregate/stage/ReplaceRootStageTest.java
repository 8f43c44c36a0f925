package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class ReplaceRootStageTest {
  @Test
  void anInnerDocumentTakesThePlace() {
    expect("[{$replaceRoot: {newRoot: '$a'}}]", "[{_id: 1, a: {b: 2}}]", "[{b: 2}]");
    expect("[{$replaceWith: '$a'}]", "[{_id: 1, a: {b: 2}}]", "[{b: 2}]");
    expect("[{$replaceWith: {x: '$_id', y: '$z'}}]", "[{_id: 1}]", "[{x: 1}]");
  }

  @Test
  void whatIsNoDocumentIsRefused() {
    refuse(
        "[{$replaceRoot: {newRoot: '$a'}}]",
        "[{_id: 1, a: 5}]",
        40228,
        "'newRoot' expression must evaluate to an object, but resulting value was: 5. Type of"
            + " resulting value: 'int'. Input document: { _id: 1, a: 5 }");
    refuse(
        "[{$replaceWith: '$b'}]",
        "[{_id: 1}]",
        40228,
        "'replacement document' must evaluate to an object, but resulting value was: MISSING."
            + " Type of resulting value: 'missing'. Input document: { _id: 1 }");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$replaceRoot: 1}]",
        40229,
        "expected an object as specification for $replaceRoot stage, got int");
    refuse("[{$replaceRoot: {}}]", 40231, "no newRoot specified for the $replaceRoot stage");
    refuse(
        "[{$replaceRoot: {x: 1}}]",
        40230,
        "unrecognized option to $replaceRoot stage: x, only valid option is 'newRoot'.");
  }
}
