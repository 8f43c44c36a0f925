package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;

import org.junit.jupiter.api.Test;

class CountStageTest {
  @Test
  void documentsAreCounted() {
    expect("[{$count: 'n'}]", "[{_id: 1}, {_id: 2}]", "[{n: 2}]");
    expect("[{$match: {_id: 1}}, {$count: 'n'}]", "[{_id: 1}, {_id: 2}]", "[{n: 1}]");
  }

  @Test
  void nothingComesOfNothing() {
    expect("[{$count: 'n'}]", "[]", "[]");
  }

  @Test
  void badNamesAreRefused() {
    refuse("[{$count: 1}]", 40156, "the count field must be a non-empty string");
    refuse("[{$count: ''}]", 40157, "the count field must be a non-empty string");
    refuse("[{$count: '$n'}]", 40158, "the count field cannot be a $-prefixed path");
    refuse("[{$count: 'a.b'}]", 40160, "the count field cannot contain '.'");
  }
}
