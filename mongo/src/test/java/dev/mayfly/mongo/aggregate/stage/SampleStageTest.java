package dev.mayfly.mongo.aggregate.stage;

import static dev.mayfly.mongo.aggregate.Pipelines.documents;
import static dev.mayfly.mongo.aggregate.Pipelines.refuse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mayfly.mongo.aggregate.MemoryContext;
import dev.mayfly.mongo.aggregate.Pipelines;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class SampleStageTest {
  @Test
  void someDocumentsAreChosenNoneTwice() {
    List<BsonDocument> input = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      input.add(new BsonDocument("_id", new BsonInt32(i)));
    }
    List<BsonDocument> chosen =
        Pipelines.run("[{$sample: {size: 10}}]", input, new MemoryContext());
    Set<BsonDocument> different = new HashSet<>(chosen);
    assertThat(different).hasSize(10);
    assertThat(input).containsAll(different);
  }

  @Test
  void allAreChosenWhereThereAreFew() {
    List<BsonDocument> input = documents("[{_id: 1}, {_id: 2}]");
    assertThat(Pipelines.run("[{$sample: {size: 5}}]", input, new MemoryContext()))
        .containsExactlyInAnyOrderElementsOf(input);
  }

  @Test
  void everyDocumentHasAChance() {
    List<BsonDocument> input = documents("[{_id: 1}, {_id: 2}, {_id: 3}]");
    Set<BsonDocument> seen = new HashSet<>();
    // With a chance of a third each, two hundred tries miss one once in 10 to the 35.
    for (int i = 0; i < 200; i++) {
      seen.addAll(Pipelines.run("[{$sample: {size: 1}}]", input, new MemoryContext()));
    }
    assertThat(seen).hasSize(3);
  }

  @Test
  void aSampleOfNoneIsEmpty() {
    assertThat(Pipelines.run("[{$sample: {size: 0}}]", documents("[{a: 1}]"), new MemoryContext()))
        .isEmpty();
  }

  @Test
  void badSpecificationsAreRefused() {
    refuse("[{$sample: 1}]", 28745, "the $sample stage specification must be an object");
    refuse("[{$sample: {}}]", 28749, "$sample stage must specify a size");
    refuse("[{$sample: {size: 'x'}}]", 28746, "size argument to $sample must be a number");
    refuse("[{$sample: {size: -1}}]", 28747, "size argument to $sample must not be negative");
    refuse("[{$sample: {x: 1}}]", 28748, "unrecognized option to $sample: x");
  }
}
