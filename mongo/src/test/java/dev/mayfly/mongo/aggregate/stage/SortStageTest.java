package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.expect;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import dev.mayfly.mongo.error.MongoException;
import java.util.Collections;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

class SortStageTest {
  private static final String MIXED =
      "[{_id: 1, a: 3}, {_id: 2, a: 'x'}, {_id: 3}, {_id: 4, a: 3.0}, {_id: 5, a: null},"
          + " {_id: 6, a: 1}]";

  @Test
  void equalDocumentsStayAsTheyCame() {
    expect(
        "[{$sort: {a: 1}}]",
        MIXED,
        "[{_id: 3}, {_id: 5, a: null}, {_id: 6, a: 1}, {_id: 1, a: 3}, {_id: 4, a: 3.0},"
            + " {_id: 2, a: 'x'}]");
    expect(
        "[{$sort: {a: -1}}]",
        MIXED,
        "[{_id: 2, a: 'x'}, {_id: 1, a: 3}, {_id: 4, a: 3.0}, {_id: 6, a: 1}, {_id: 3},"
            + " {_id: 5, a: null}]");
  }

  @Test
  void aLimitAfterItGivesTheSameFirstDocuments() {
    expect("[{$sort: {a: 1}}, {$limit: 2}]", MIXED, "[{_id: 3}, {_id: 5, a: null}]");
    expect(
        "[{$sort: {a: 1}}, {$skip: 2}, {$skip: 1}, {$limit: 2}]",
        MIXED,
        "[{_id: 1, a: 3}, {_id: 4, a: 3.0}]");
    expect("[{$sort: {a: -1}}, {$limit: 9}, {$limit: 1}]", MIXED, "[{_id: 2, a: 'x'}]");
  }

  @Test
  void badPatternsAreRefused() {
    refuse("[{$sort: 1}]", 15973, "the $sort key specification must be an object");
    refuse("[{$sort: {}}]", 15976, "$sort stage must have at least one sort key");
    refuse("[{$sort: {a: 'x'}}]", 15974, "Illegal key in $sort specification: a: \"x\"");
    String direction = "$sort key ordering must be 1 (for ascending) or -1 (for descending)";
    refuse("[{$sort: {a: 2}}]", 15975, direction);
    refuse("[{$sort: {a: 0.5}}]", 15975, direction);
    refuse(
        "[{$sort: {a: {$meta: 'textScore'}}}]",
        40218,
        "query requires text score metadata, but it is not available");
    refuse("[{$sort: {'a.': 1}}]", 40353, "FieldPath must not end with a '.'.");
    refuse("[{$sort: {'a..b': 1}}]", 15998, "FieldPath field names may not be empty strings.");
  }

  @Test
  void moreThanItMayHoldIsRefusedUnlessFewAreWanted() {
    BsonDocument large = new BsonDocument("a", new BsonString("x".repeat(1024 * 1024)));
    List<BsonDocument> input = Pipelines.stored(Collections.nCopies(101, large));
    assertThatThrownBy(() -> Pipelines.run("[{$sort: {a: 1}}]", input, new MemoryContext()))
        .hasMessage(
            "Sort exceeded memory limit of 104857600 bytes, but did not opt in to external"
                + " sorting.")
        .isInstanceOfSatisfying(MongoException.class, e -> assertThat(e.code()).isEqualTo(292));
    assertThat(Pipelines.run("[{$sort: {a: 1}}, {$limit: 3}]", input, new MemoryContext()))
        .hasSize(3);
  }
}
