package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class SortByCountStageTest {
  @Test
  void theMostFrequentComesFirst() {
    expect(
        "[{$sortByCount: '$a'}]",
        "[{a: 'x'}, {a: 'y'}, {a: 'y'}, {}, {a: 'z'}, {a: 'y'}, {a: null}]",
        "[{_id: 'y', count: 3}, {_id: null, count: 2}, {_id: 'x', count: 1},"
            + " {_id: 'z', count: 1}]");
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse(
        "[{$sortByCount: 1}]",
        40149,
        "the sortByCount field must be specified as a string or as an object");
    String path =
        "the sortByCount field must be defined as a $-prefixed path or an expression inside an"
            + " object";
    refuse("[{$sortByCount: 'a'}]", 40148, path);
    refuse("[{$sortByCount: {}}]", 40147, path);
    refuse("[{$sortByCount: {a: 1}}]", 40147, path);
  }
}
