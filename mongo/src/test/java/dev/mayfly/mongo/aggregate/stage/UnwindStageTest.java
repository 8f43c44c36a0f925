package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class UnwindStageTest {
  private static final String INPUT =
      "[{_id: 1, a: [1, 2]}, {_id: 2, a: 3}, {_id: 3, a: []}, {_id: 4, a: null}, {_id: 5}]";

  @Test
  void eachElementMakesADocument() {
    expect("[{$unwind: '$a'}]", INPUT, "[{_id: 1, a: 1}, {_id: 1, a: 2}, {_id: 2, a: 3}]");
    expect("[{$unwind: {path: '$a'}}]", INPUT, "[{_id: 1, a: 1}, {_id: 1, a: 2}, {_id: 2, a: 3}]");
  }

  @Test
  void whatHasNoElementsCanBeKept() {
    expect(
        "[{$unwind: {path: '$a', preserveNullAndEmptyArrays: true}}]",
        INPUT,
        "[{_id: 1, a: 1}, {_id: 1, a: 2}, {_id: 2, a: 3}, {_id: 3}, {_id: 4, a: null},"
            + " {_id: 5}]");
  }

  @Test
  void thePositionCanBeReturned() {
    expect(
        "[{$unwind: {path: '$a', includeArrayIndex: 'at', preserveNullAndEmptyArrays: true}}]",
        INPUT,
        "[{_id: 1, a: 1, at: {$numberLong: '0'}}, {_id: 1, a: 2, at: {$numberLong: '1'}},"
            + " {_id: 2, a: 3, at: null}, {_id: 3, at: null}, {_id: 4, a: null, at: null},"
            + " {_id: 5, at: null}]");
  }

  @Test
  void innerPathsAreReplacedWhereTheyStand() {
    expect(
        "[{$unwind: '$a.b'}]",
        "[{a: {x: 1, b: [1, 2], y: 2}, z: 1}, {a: [{b: [1]}]}]",
        "[{a: {x: 1, b: 1, y: 2}, z: 1}, {a: {x: 1, b: 2, y: 2}, z: 1}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$unwind: 1}]",
        15981,
        "expected either a string or an object as specification for $unwind stage, got int");
    refuse("[{$unwind: {}}]", 28812, "no path specified to $unwind stage");
    refuse("[{$unwind: ''}]", 28812, "no path specified to $unwind stage");
    refuse(
        "[{$unwind: {path: 1}}]",
        28808,
        "expected a string as the path for $unwind stage, got int");
    refuse(
        "[{$unwind: 'a'}]", 28818, "path option to $unwind stage should be prefixed with a '$': a");
    refuse(
        "[{$unwind: {path: '$a', preserveNullAndEmptyArrays: 1}}]",
        28809,
        "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got"
            + " int");
    refuse(
        "[{$unwind: {path: '$a', includeArrayIndex: 1}}]",
        28810,
        "expected a non-empty string for the includeArrayIndex  option to $unwind stage, got"
            + " int");
    refuse(
        "[{$unwind: {path: '$a', includeArrayIndex: '$b'}}]",
        28822,
        "includeArrayIndex option to $unwind stage should not be prefixed with a '$': $b");
    refuse("[{$unwind: {path: '$a', x: 1}}]", 28811, "unrecognized option to $unwind stage: x");
  }
}
